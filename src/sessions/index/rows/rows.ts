import { bulkInsert } from '../../../host/db/bulk-insert.ts';
import type { Database } from '../../../host/db/sqlite.ts';
import type { Harvest, Usage } from '../../read/harvest.ts';

/** Writes what a file holds, as it stands in the transcript. */
export function rowWriter(db: Database, firstPrompt: number) {
  let nextPrompt = firstPrompt;
  const prompts = bulkInsert(db, 'INSERT INTO prompts', 7);
  const tools = bulkInsert(db, 'INSERT INTO tool_uses', 7);
  const edits = bulkInsert(db, 'INSERT INTO file_edits', 6);
  const usages = bulkInsert(db, 'INSERT INTO usage', 9);
  return {
    write: (fileId: number, sessionId: string, harvest: Harvest): void => {
      for (const p of harvest.prompts) {
        prompts.add(nextPrompt, fileId, sessionId, p.timestamp, p.role, p.chars, p.text);
        nextPrompt += 1;
      }
      for (const t of harvest.tools)
        tools.add(fileId, sessionId, t.seq, t.timestamp, t.name, t.classified, t.input);
      for (const e of harvest.edits) edits.add(fileId, sessionId, e.seq, e.timestamp, e.tool, e.path);
    },
    writeUsage: (fileId: number, usage: readonly Usage[]): void => {
      for (const { key, timestamp, model, input, output, cacheWrite, cacheRead } of usage)
        usages.add(fileId, key, 1, timestamp, model, input, output, cacheWrite, cacheRead);
    },
    flush: (): void => {
      for (const table of [prompts, tools, edits, usages]) table.flush();
    },
  };
}
