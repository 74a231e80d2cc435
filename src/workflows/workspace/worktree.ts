import type { Git } from '../../host/git.ts';
import { IDENTITY } from './workspaces.ts';

/** What is in a worktree after a session: committed by the agent, or left lying there. Either way it is the product. */
export async function commitAll(git: Git, path: string, message: string): Promise<string> {
  await git.run(['add', '-A', '--', '.'], { cwd: path });
  if (!(await git.succeeds(['diff', '--cached', '--quiet'], { cwd: path }))) {
    await git.run(['commit', '-q', '--no-verify', '-F', '-'], {
      cwd: path,
      input: message,
      identity: IDENTITY,
    });
  }
  return git.text(['rev-parse', 'HEAD'], { cwd: path });
}

export async function changedPaths(git: Git, path: string, from: string, to: string): Promise<string[]> {
  const out = await git.text(['diff', '--name-only', '-z', '--no-renames', from, to], { cwd: path });
  return out.split('\0').filter((name) => name !== '');
}

export async function patch(
  git: Git,
  path: string,
  from: string,
  to: string,
  maxBytes: number,
): Promise<{ text: string; truncated: boolean }> {
  const done = await git.run(['diff', '--no-color', '--no-ext-diff', '--find-renames', from, to], {
    cwd: path,
    maxOutputBytes: maxBytes,
  });
  return { text: done.stdout.toString('utf8'), truncated: done.truncated };
}

/**
 * Everything a push of `to` would publish: the difference as a whole, and that of each commit, for what one adds and
 * the next takes away stays in the history. Attributes of the repository cannot declare a file binary here.
 */
export async function published(
  git: Git,
  path: string,
  from: string,
  to: string,
  maxBytes: number,
): Promise<{ text: string; truncated: boolean }> {
  const plain = ['--text', '--unified=0', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];
  const options = { cwd: path, maxOutputBytes: maxBytes };
  const whole = await git.run(['diff', ...plain, from, to], options);
  const each = await git.run(['log', '-p', '--format=', ...plain, `${from}..${to}`], options);
  return {
    text: [whole, each].map(({ stdout }) => stdout.toString('utf8')).join('\n'),
    truncated: whole.truncated || each.truncated,
  };
}

/** Begins to merge `commit` into the worktree. The paths in conflict, none when it went well by itself. */
export async function mergeIn(git: Git, path: string, commit: string, message: string): Promise<string[]> {
  const done = await git.run(['merge', '--no-ff', '--no-edit', '-m', message, commit], {
    cwd: path,
    identity: IDENTITY,
    ok: [1],
  });
  if (done.code === 0) return [];
  const out = await git.text(['diff', '--name-only', '--diff-filter=U', '-z'], { cwd: path });
  return out.split('\0').filter((name) => name !== '');
}

/** Files that still carry a conflict marker line. */
export async function unresolved(git: Git, path: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const done = await git.run(['grep', '-l', '-z', '-E', '^(<{7}|>{7}|={7})( |$)', '--', ...names], {
    cwd: path,
    ok: [1],
  });
  return done.stdout
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '');
}
