import type { Git, GitOptions } from '../../../host/git/git.ts';
import type { MergedCommits } from './merged-commits.ts';

/** Lines that a change brought in. Binary files have none. */
export async function addedLines(
  git: Git,
  at: GitOptions,
  { before, after }: MergedCommits,
): Promise<number> {
  const listed = await git.text(['diff-tree', '-r', '--numstat', '--no-renames', '-z', before, after], at);
  return listed
    .split('\0')
    .map((line) => Number(line.split('\t')[0]))
    .filter((n) => Number.isInteger(n))
    .reduce((sum, n) => sum + n, 0);
}

/** How many of the lines are still there in a later commit of the base, by blame: moved files are followed. */
export async function survivingLines(
  git: Git,
  at: GitOptions,
  change: MergedCommits,
  later: string,
): Promise<number> {
  let lines = 0;
  for (const path of await pathsIn(git, at, change, later)) {
    const blamed = await git.run(['blame', '-l', '-s', '--root', `${change.before}..${later}`, '--', path], {
      ...at,
      // No such file any more, or none that has lines.
      ok: [128],
    });
    if (blamed.code !== 0) continue;
    for (const line of blamed.stdout.toString('latin1').split('\n'))
      if (change.commits.has(line.slice(0, line.indexOf(' ')))) lines += 1;
  }
  return lines;
}

/** The files of a change under the names they have later. */
async function pathsIn(
  git: Git,
  at: GitOptions,
  { before, after }: MergedCommits,
  later: string,
): Promise<string[]> {
  const touched = await git.text(
    ['diff-tree', '-r', '--name-only', '--no-renames', '--diff-filter=AM', '-z', before, after],
    at,
  );
  const paths = new Set(touched.split('\0').filter((path) => path !== ''));
  if (after === later || paths.size === 0) return [...paths];
  const moved = await git.text(
    ['diff-tree', '-r', '--name-status', '-M', '--diff-filter=R', '-z', after, later],
    at,
  );
  const fields = moved.split('\0');
  for (let i = 0; i + 2 < fields.length; i += 3) {
    const [from = '', to = ''] = [fields[i + 1], fields[i + 2]];
    if (paths.delete(from)) paths.add(to);
  }
  return [...paths];
}
