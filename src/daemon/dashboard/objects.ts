import { join } from 'node:path';
import type { Git } from '../../host/git/git.ts';
import { AutodevError } from '../../work/errors.ts';
import { isRepoName } from '../../work/ids.ts';
import { patch } from '../../workflows/workspace/differences.ts';
import type { Difference } from './changes.ts';
import type { Conflicts } from './lane.ts';

/** What git can tell of commits by their objects alone, from the base clones. Nothing is fetched, no ref changes. */
export function openObjects(git: Git, home: string): { difference: Difference; conflicts: Conflicts } {
  const cloneOf = (repo: string): string => {
    if (!isRepoName(repo)) throw new AutodevError('invalid_input', `not a repository name: ${repo}`);
    return join(home, 'workspaces', ...repo.split('/'), 'main');
  };
  const known = new Map<string, Promise<string[]>>();
  const conflicting = async (repo: string, a: string, b: string): Promise<string[]> => {
    const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', a, b];
    const done = await git.run(args, { cwd: cloneOf(repo), ok: [0, 1] });
    const [, ...files] = done.stdout.toString('utf8').split('\0');
    return done.code === 0 ? [] : files.filter((name) => name !== '');
  };
  return {
    difference: (repo, from, to, maxBytes) => patch(git, { clone: cloneOf(repo), from, to }, maxBytes),
    // Two commits never come to conflict otherwise than they do.
    conflicts: (repo, a, b) => {
      const key = `${repo} ${a} ${b}`;
      const looked = known.get(key) ?? conflicting(repo, a, b);
      known.set(key, looked);
      looked.catch(() => known.delete(key));
      return looked;
    },
  };
}
