import type { Inventory } from '../language/detect.ts';
import { walkFolders } from './walk.ts';

/** The names of all files of a project, by folder. */
export function inventoryOf(root: string): Inventory {
  return new Map([...walkFolders(root)].map(({ dir, files }) => [dir === '' ? '.' : dir, files]));
}
