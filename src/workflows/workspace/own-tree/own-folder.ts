import { join, relative, resolve } from 'node:path';
import { readInside, rootOf } from '../../../host/fs/inside.ts';
import { isFolder } from '../../../host/fs/sync-files.ts';
import { AutodevError } from '../../../work/errors.ts';

/** Where git keeps the index of this folder: the clone's own folder, or that of a linked worktree within it. */
export function ownFolder(gitDir: string, cwd: string): string {
  if (isFolder(join(cwd, '.git'))) return gitDir;
  const pointer = readInside(rootOf(cwd), '.git', 4_096)?.toString('utf8') ?? '';
  const own = resolve(cwd, /^gitdir: (.+)\n?$/.exec(pointer)?.[1] ?? '');
  // The clone of a submodule lies elsewhere.
  if (own === gitDir) return gitDir;
  if (/^worktrees\/[^/]+$/.test(relative(gitDir, own))) return own;
  throw new AutodevError('refused', `${cwd} is no worktree of this repository`);
}
