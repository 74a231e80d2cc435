import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileError, makeFolder, remove } from './files.ts';
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
  return { path, remove: () => remove(path).catch(() => {}) };
}
