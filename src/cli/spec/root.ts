import { dirname, relative, resolve, sep } from 'node:path';
import { exists } from '../../host/fs/files.ts';
import { realpath } from '../../host/fs/real-path.ts';
import { isFolder } from '../../host/fs/sync-files.ts';
import { AutodevError } from '../../work/errors.ts';

/** The project that a command is about: `--root`, else the git root around here (or around `path`), else here. */
export async function projectRoot(given: string | undefined, path?: string): Promise<string> {
  if (given !== undefined) {
    const root = await realpath(given);
    if (!isFolder(root)) throw new AutodevError('not_found', `no such folder: ${given}`);
    return root;
  }
  const here = await realpath(process.cwd());
  if (path === undefined) return (await gitRoot(here)) ?? here;
  const real = await realpath(path);
  const folder = isFolder(real) ? real : dirname(real);
  return (await gitRoot(folder)) ?? (isInside(here, folder) ? here : folder);
}

/** A path as a person gives it: seen from here or, with `--root`, from the root. */
export async function pathFrom(root: string, path: string): Promise<string> {
  return (await exists(path)) ? path : resolve(root, path);
}

async function gitRoot(from: string): Promise<string | undefined> {
  for (let at = from; ; at = dirname(at)) {
    // A file in a worktree or submodule; a folder counts only with a HEAD, as it does for git.
    const git = resolve(at, '.git');
    if ((await exists(git)) && (!isFolder(git) || (await exists(resolve(git, 'HEAD'))))) return at;
    if (at === dirname(at)) return undefined;
  }
}

function isInside(outer: string, inner: string): boolean {
  const way = relative(outer, inner);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}
