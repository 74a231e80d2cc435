import { join } from 'node:path';
import { sha256 } from '../../host/hash.ts';
import { listFolder, readTextSync, stampOf } from '../../host/fs/sync-files.ts';
import { parseRecord, recordOf } from '../read/json.ts';
import type { TranscriptFile } from './transcript.ts';

/**
 * `tmp/<name>/chats/session-*.jsonl` (`.json` before). `<name>` is a short name whose folder is written in
 * `.project_root` or in `projects.json`; in older versions it is the SHA-256 of the path.
 */
export function geminiFiles(root: string, project: string | undefined): TranscriptFile[] {
  const found: TranscriptFile[] = [];
  const wantedHash = project === undefined ? undefined : sha256(project);
  const named = projectNames(root);
  for (const entry of listFolder(join(root, 'tmp'))) {
    if (!entry.isDirectory()) continue;
    const folder = join(root, 'tmp', entry.name);
    const chats = join(folder, 'chats');
    const names = listFolder(chats).filter((chat) => /^session-.*\.jsonl?$/.test(chat.name));
    if (names.length === 0) continue;
    const written = readTextSync(join(folder, '.project_root'))?.trim() || named.get(entry.name);
    const place = written ?? (project !== undefined && entry.name === wantedHash ? project : entry.name);
    if (project !== undefined && place !== project) continue;
    for (const chat of names) {
      const stamp = stampOf(join(chats, chat.name));
      if (stamp !== undefined) found.push({ path: join(chats, chat.name), agent: 'gemini', stamp, place });
    }
  }
  return found;
}

/** `projects.json`: the short names of folders. */
function projectNames(root: string): Map<string, string> {
  const { projects } = parseRecord(readTextSync(join(root, 'projects.json')) ?? '') ?? {};
  return new Map(
    Object.entries(recordOf(projects) ?? {}).flatMap(([path, name]) =>
      typeof name === 'string' ? [[name, path]] : [],
    ),
  );
}
