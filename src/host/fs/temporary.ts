import { join } from 'node:path';
import { AutodevError } from '../../work/errors.ts';
import { systemProcesses } from '../process/process.ts';
import { fileError, makeFolder, remove } from './files.ts';
import { temporaryRoot } from '../machine.ts';
import type { Random } from '../random.ts';

export interface TemporaryFolder {
  path: string;
  remove(): Promise<void>;
}

/** A folder only we can read, gone when its user is done with it. */
export async function temporaryFolder(random: Random, parent = temporaryRoot()): Promise<TemporaryFolder> {
  const path = join(parent, `autodev-${random.hex(8)}`);
  try {
    await makeFolder(path, 0o700);
  } catch (error) {
    throw fileError(error, `cannot make a temporary folder in ${parent}`, 'TMPDIR');
  }
  return { path, remove: () => removeStubborn(path).catch(() => {}) };
}

const LONGEST_MS = 120_000;

/** For folders of any size: of a hundred thousand files Node's own way keeps everybody else waiting for seconds. */
export async function removeTrees(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const options = { env: { PATH: '/usr/bin:/bin' }, timeoutMs: LONGEST_MS };
  const done = await systemProcesses().run('rm', ['-rf', '--', ...paths], options);
  if (done.code !== 0) for (const path of paths) await removeStubborn(path);
}

/**
 * Removes also what not even its owner may change, as some programs make it (Go's module cache), and what lies deeper
 * than any path can say: chmod and rm go down folder by folder, which Node cannot.
 */
export async function removeStubborn(path: string): Promise<void> {
  try {
    await remove(path);
  } catch {
    const options = { env: { PATH: '/usr/bin:/bin' }, timeoutMs: LONGEST_MS };
    const { run } = systemProcesses();
    await run('chmod', ['-R', 'u+rwX', '--', path], options);
    const done = await run('rm', ['-rf', '--', path], options);
    if (done.code !== 0)
      throw new AutodevError('io', `cannot remove ${path}`, { why: done.stderr.trim().slice(-500) });
  }
}
