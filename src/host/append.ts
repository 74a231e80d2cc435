import { appendFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from './files.ts';

/** Adds one line of JSON to a file. A single O_APPEND write, so lines of several processes do not mix. */
export async function appendJsonLine(path: string, value: unknown): Promise<void> {
  await makeFolder(dirname(path));
  await appendFile(path, `${JSON.stringify(value)}\n`);
}
