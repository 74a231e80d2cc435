import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remove } from './files.ts';
import type { Random } from './random.ts';

export interface TemporaryFolder {
  path: string;
  remove(): Promise<void>;
}

/** A folder only we can read, gone when its user is done with it. */
export async function temporaryFolder(random: Random, parent = tmpdir()): Promise<TemporaryFolder> {
  const path = join(parent, `autodev-${random.hex(8)}`);
  await mkdir(path, { recursive: true, mode: 0o700 });
  return { path, remove: () => remove(path).catch(() => {}) };
}
