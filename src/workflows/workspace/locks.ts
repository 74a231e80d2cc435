import { join } from 'node:path';
import { list, remove } from '../../host/fs/files.ts';

/** git leaves its locks when it is killed, and refuses to work until somebody removes them. Only while no git runs. */
export async function removeLocks(gitFolder: string): Promise<void> {
  await removeIn(gitFolder, false);
  await removeIn(join(gitFolder, 'refs'), true);
  await removeIn(join(gitFolder, 'worktrees'), true);
}

async function removeIn(folder: string, deep: boolean): Promise<void> {
  for (const entry of await list(folder)) {
    const path = join(folder, entry.name);
    if (entry.isFile() && entry.name.endsWith('.lock')) await remove(path);
    else if (deep && entry.isDirectory()) await removeIn(path, true);
  }
}
