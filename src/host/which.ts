import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';

/** Where the program lies that this name would run, or undefined when there is none. */
export async function which(
  command: string,
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<string | undefined> {
  const places = command.includes('/')
    ? [resolve(cwd ?? '.', command)]
    : (env['PATH'] ?? '')
        .split(delimiter)
        .flatMap((folder) => (folder === '' ? [] : [join(folder, command)]));
  for (const path of places) {
    try {
      await access(path, constants.X_OK);
      if ((await stat(path)).isFile()) return path;
    } catch {
      // Not here.
    }
  }
  return undefined;
}
