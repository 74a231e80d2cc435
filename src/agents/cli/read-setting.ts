import { readCapped } from '../../host/fs/plain-file.ts';

const LARGEST = 4 * 1024 * 1024;

/** A file by which a CLI is set up. It lies where sessions without a sandbox can write: no pipe, no giant is read. */
export function readSetting(path: string): Promise<string | undefined> {
  return readCapped(path, { cap: LARGEST, followLinks: true });
}
