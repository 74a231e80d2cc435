import { join } from 'node:path';
import { writeFile } from '../../fs/node-fs.ts';
import { seccompFilter } from './filter.ts';

/** The filter of system calls as a file in this folder: bubblewrap reads it before anybody is in the sandbox. */
export async function filterFile(folder: string): Promise<string | undefined> {
  const filter = seccompFilter();
  if (filter === undefined) return undefined;
  const file = join(folder, 'seccomp');
  await writeFile(file, filter, { mode: 0o600 });
  return file;
}
