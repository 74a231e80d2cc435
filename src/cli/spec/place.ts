import { basename, dirname, relative, resolve, sep } from 'node:path';
import { realpath } from '../../host/fs/real-path.ts';
import { isFolder } from '../../host/fs/sync-files.ts';
import { AutodevError } from '../../work/errors.ts';
import { projectRoot } from './root.ts';

export interface Place {
  root: string;
  /** From the root, with slashes; `.` is the root itself. */
  dir: string;
}

/** The folder a person means, named from here or from the root; its CLAUDE.md stands for it. */
export async function placeOf(givenRoot: string | undefined, path: string): Promise<Place> {
  const named = basename(path) === 'CLAUDE.md' ? dirname(path) : path;
  const isHere = isFolder(resolve(named));
  const root = await projectRoot(givenRoot, isHere ? named : undefined);
  for (const candidate of [resolve(named), resolve(root, named)]) {
    if (!isFolder(candidate)) continue;
    const inside = relative(root, await realpath(candidate))
      .split(sep)
      .join('/');
    if (inside !== '..' && !inside.startsWith('../')) return { root, dir: inside === '' ? '.' : inside };
  }
  if (isHere)
    throw new AutodevError('invalid_input', `${path} is not part of the project ${root}`, {
      hint: 'name its root with --root',
    });
  throw new AutodevError('not_found', `no such folder: ${path}`, { data: { path, root } });
}
