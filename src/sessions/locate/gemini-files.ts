import { hash } from 'node:crypto';
import { join } from 'node:path';
import { entriesOf, smallText, stampOf } from '../../host/folder-walk.ts';
import type { TranscriptFile } from './transcript.ts';

/**
 * `tmp/<name>/chats/session-*.jsonl` (`.json` before). `<name>` is a short name whose folder is written in
 * `.project_root`; in older versions it is the SHA-256 of the path.
 */
export function geminiFiles(root: string, project: string | undefined): TranscriptFile[] {
  const found: TranscriptFile[] = [];
  const wantedHash = project === undefined ? undefined : hash('sha256', project);
  for (const entry of entriesOf(join(root, 'tmp'))) {
    if (!entry.isDirectory()) continue;
    const folder = join(root, 'tmp', entry.name);
    const chats = join(folder, 'chats');
    const names = entriesOf(chats).filter((chat) => /^session-.*\.jsonl?$/.test(chat.name));
    if (names.length === 0) continue;
    const written = smallText(join(folder, '.project_root'))?.trim();
    const place = written || (project !== undefined && entry.name === wantedHash ? project : entry.name);
    if (project !== undefined && place !== project) continue;
    for (const chat of names) {
      const stamp = stampOf(join(chats, chat.name));
      if (stamp !== undefined) found.push({ path: join(chats, chat.name), agent: 'gemini', stamp, place });
    }
  }
  return found;
}
