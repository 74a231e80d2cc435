import { folderOf } from '../references/canonical.ts';

export type Exists = (path: string) => boolean;

/**
 * The module that a declared dependency means: the path's own, or the nearest above it when the path is a file or
 * folder inside one. A path that is not there stands for itself, and is no module.
 */
export function targetOf(from: string, path: string, known: ReadonlySet<string>, exists: Exists): string {
  const wanted = path === 'CLAUDE.md' || path.endsWith('/CLAUDE.md') ? folderOf(path) : path;
  if (known.has(wanted)) return wanted;
  let inside = wanted;
  while (inside !== '') {
    inside = folderOf(inside);
    if (known.has(inside)) break;
  }
  if (!known.has(inside)) return wanted;
  // Its own files need no check: drift compares them with the Structure.
  return inside === from || exists(wanted) ? inside : wanted;
}
