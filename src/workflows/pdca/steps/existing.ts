import { join } from 'node:path';
import type { PdcaNeeds } from './needs.ts';

/** Which of these paths lie in the project. */
export async function existing({ host, tree }: PdcaNeeds, paths: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const path of paths)
    if (
      !path.startsWith('/') &&
      !path.split('/').includes('..') &&
      (await host.files.exists(join(tree.cwd, path)))
    )
      found.add(path);
  return found;
}
