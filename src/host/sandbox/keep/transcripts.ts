import { join } from 'node:path';
import { lstat, readdir, rm } from '../../fs/node-fs.ts';

const FILE_CAP = 256 * 1024 * 1024;
const DEPTH = 8;

/**
 * Removes from a folder of transcripts what no transcript is: links, pipes, sockets, files that are also elsewhere,
 * folders deeper than any CLI makes them, and files that nobody would want to read. Says what.
 */
export async function clearTranscripts(folder: string, depth = DEPTH): Promise<string[]> {
  const said: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const facts = await lstat(path).catch(() => undefined);
    if (facts === undefined) continue;
    if (facts.isDirectory() && depth > 0) {
      said.push(...(await clearTranscripts(path, depth - 1)));
      continue;
    }
    const why = facts.isDirectory()
      ? 'lies too deep'
      : !facts.isFile()
        ? 'is not a regular file'
        : facts.nlink > 1
          ? 'has a second name'
          : facts.size > FILE_CAP
            ? `has ${facts.size} bytes`
            : undefined;
    if (why === undefined) continue;
    await rm(path, { recursive: true, force: true });
    said.push(`${path} ${why}, and was removed`);
  }
  return said;
}
