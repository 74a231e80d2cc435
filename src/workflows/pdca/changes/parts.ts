import { slugOf } from '../documents/slug.ts';
import type { Part } from '../verdicts/answers.ts';

/** A path of a part without what does not belong to it: `./src/api/` is `src/api`. */
const plain = (path: string): string =>
  path
    .replace(/^\.\//, '')
    .replace(/\/+(\*\*?)?$/, '')
    .replace(/\/\*\*?$/, '');

/** Whether no path of one part lies in a path of another, and every one stays in the project. */
export function disjoint(parts: readonly Part[]): boolean {
  const owned = parts.flatMap(({ paths }, at) => paths.map((path) => ({ at, path: plain(path) })));
  if (
    owned.some(
      ({ path }) => path === '' || path === '.' || path.startsWith('/') || path.split('/').includes('..'),
    )
  )
    return false;
  // Their worktrees and branches are named by it.
  if (new Set(parts.map(({ name }) => slugOf(name))).size !== parts.length) return false;
  return !owned.some((a) => owned.some((b) => a.at !== b.at && within(a.path, b.path)));
}

/** The changed files that a part may not change. */
export function outsideOf(part: Part, changed: readonly string[]): string[] {
  return changed.filter((file) => !part.paths.some((path) => within(file, plain(path))));
}

function within(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
