import { join } from 'node:path';
import { listFolder, stampOf } from '../../host/fs/sync-files.ts';
import type { TranscriptFile } from './transcript.ts';

/** `sessions/YYYY/MM/DD/rollout-*.jsonl`, and those put away in `archived_sessions`. */
export function codexFiles(root: string): TranscriptFile[] {
  const found: TranscriptFile[] = [];
  const walk = (folder: string, depth: number): void => {
    for (const entry of listFolder(folder)) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && depth > 0) walk(path, depth - 1);
      else if (entry.name.startsWith('rollout-') && entry.name.endsWith('.jsonl')) {
        const stamp = stampOf(path);
        if (stamp !== undefined) found.push({ path, agent: 'codex', stamp });
      }
    }
  };
  walk(join(root, 'sessions'), 3);
  walk(join(root, 'archived_sessions'), 3);
  return found;
}
