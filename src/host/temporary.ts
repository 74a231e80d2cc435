import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileError, list, makeFolder, remove, setMode } from './files.ts';
import type { Random } from './random.ts';

export interface TemporaryFolder {
  path: string;
  remove(): Promise<void>;
}

/** A folder only we can read, gone when its user is done with it. */
export async function temporaryFolder(random: Random, parent = tmpdir()): Promise<TemporaryFolder> {
  const path = join(parent, `autodev-${random.hex(8)}`);
  try {
    await makeFolder(path, 0o700);
  } catch (error) {
    throw fileError(error, `cannot make a temporary folder in ${parent}`, 'TMPDIR');
  }
  return { path, remove: () => removeAll(path).catch(() => {}) };
}

/** Some programs (Go's module cache) make folders that not even their owner may change. */
async function removeAll(path: string): Promise<void> {
  try {
    await remove(path);
  } catch {
    await unlock(path);
    await remove(path);
  }
}

async function unlock(folder: string): Promise<void> {
  await setMode(folder, 0o700);
  for (const entry of await list(folder)) if (entry.isDirectory()) await unlock(join(folder, entry.name));
}
