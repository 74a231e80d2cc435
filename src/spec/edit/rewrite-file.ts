import { isUtf8 } from 'node:buffer';
import { contained, modeOf, writeAtomic } from '../../host/fs/files.ts';
import { readBytesSync } from '../../host/fs/sync-files.ts';

/**
 * Changes a specification file of a project; the text it has now, or undefined when it was left as it was: the edit
 * gave none, it is not UTF-8 (reading and writing it would change bytes the edit is not about), or a link leads out of
 * the project. `via` as in `writeAtomic`.
 */
export async function rewriteFile(
  root: string,
  file: string,
  edit: (text: string | undefined) => string | undefined,
  via?: string,
): Promise<string | undefined> {
  const place = await contained(root, file);
  if (place === undefined) return undefined;
  const bytes = readBytesSync(place);
  if (bytes !== undefined && !isUtf8(bytes)) return undefined;
  const before = bytes?.toString('utf8');
  const after = edit(before);
  if (after === undefined || after === before) return undefined;
  await writeAtomic(place, after, bytes === undefined ? undefined : await modeOf(place), via);
  return after;
}
