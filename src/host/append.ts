import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Adds one line of JSON to a file. A single O_APPEND write, so lines of several processes do not mix. */
export async function appendJsonLine(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await appendFile(path, `${JSON.stringify(value)}\n`);
}
