import { join } from 'node:path';
import { listFolder, stampOf } from '../../host/fs/sync-files.ts';
import { isSlugOf } from './slug.ts';
import type { TranscriptFile } from './transcript.ts';

const SUFFIX = '.jsonl';

/** `projects/<slug>/<session>.jsonl`, and its sub-agents in `<session>/subagents/agent-*.jsonl`. */
export function claudeFiles(root: string, project: string | undefined): TranscriptFile[] {
  const found: TranscriptFile[] = [];
  const projects = join(root, 'projects');
  for (const slug of listFolder(projects)) {
    if (!slug.isDirectory() && !slug.isSymbolicLink()) continue;
    if (project !== undefined && !isSlugOf(slug.name, project)) continue;
    const folder = join(projects, slug.name);
    for (const entry of listFolder(folder)) {
      if (entry.name.endsWith(SUFFIX)) {
        const name = entry.name.slice(0, -SUFFIX.length);
        // Older versions put sub-agents beside their session: only the records say whose they are.
        if (name.startsWith('agent-'))
          add(found, { path: `${folder}/${entry.name}`, place: slug.name, sub: true });
        else add(found, { path: `${folder}/${entry.name}`, place: slug.name, session: name });
      } else if (entry.isDirectory()) {
        const subagents = `${folder}/${entry.name}/subagents`;
        for (const sub of listFolder(subagents))
          if (sub.name.endsWith(SUFFIX))
            add(found, {
              path: `${subagents}/${sub.name}`,
              place: slug.name,
              session: entry.name,
              sub: true,
            });
      }
    }
  }
  return found;
}

function add(found: TranscriptFile[], file: Omit<TranscriptFile, 'agent' | 'stamp'>): void {
  const stamp = stampOf(file.path);
  if (stamp !== undefined) found.push({ ...file, agent: 'claude', stamp });
}
