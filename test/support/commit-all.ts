import type { Git } from '../../src/host/git/git.ts';

/** Everything in a folder of the test's own as a commit. */
export async function commitAll(git: Git, path: string, message: string): Promise<string> {
  const identity = { name: 'T', email: 't@example.invalid' };
  await git.run(['add', '-A'], { cwd: path });
  await git.run(['commit', '-q', '-m', message], { cwd: path, identity });
  return git.text(['rev-parse', 'HEAD'], { cwd: path });
}
