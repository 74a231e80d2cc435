import { delimiter, isAbsolute, join } from 'node:path';
import { access, constants } from '../fs/node-fs.ts';

/** Where a program is, looked for as a shell would; undefined when it is nowhere. */
export async function findProgram(name: string, path: string): Promise<string | undefined> {
  const places = isAbsolute(name) ? [name] : path.split(delimiter).map((folder) => join(folder, name));
  for (const place of places) {
    try {
      await access(place, constants.X_OK);
      return place;
    } catch {
      // Not there, or not to be run: the next one may be.
    }
  }
  return undefined;
}
