import { bulkInsert } from '../../host/bulk-insert.ts';
import type { Database } from '../../host/sqlite.ts';
import { dropSums } from './sums.ts';

interface FileFacts {
  session: number;
  agent: string;
  project: string | null;
  path: string;
  first_ts: string | null;
  last_ts: string | null;
  tail_ts: string | null;
  prompt_count: number;
  tool_use_count: number;
  first_prompt: string | null;
}

interface CostFacts {
  session: number;
  input: number;
  output: number;
  written: number;
  read: number;
  cost: number;
  unpriced: number;
}

/**
 * Writes the rows of `sessions` for the given keys from their files and sums; a session without files is
 * dropped. `ids` names the sessions by key.
 */
export function writeSessions(db: Database, ids: ReadonlyMap<number, string>): void {
  const keys = JSON.stringify([...ids.keys()]);
  const chosen = 'session IN (SELECT value FROM json_each(?))';
  const files = groupBySession(
    db.all<FileFacts>(
      `SELECT session, agent, project, path, first_ts, last_ts, tail_ts, prompt_count, tool_use_count, first_prompt
       FROM files WHERE ${chosen} ORDER BY session, sub, path`,
      keys,
    ),
  );
  const costs = new Map(
    db
      .all<CostFacts>(
        `SELECT session, sum(input_tokens) AS input, sum(output_tokens) AS output, sum(cache_write_tokens) AS written,
           sum(cache_read_tokens) AS read, sum(cost) AS cost, sum(unpriced_tokens) AS unpriced
         FROM daily_costs WHERE ${chosen} GROUP BY session`,
        keys,
      )
      .map((row) => [row.session, row]),
  );
  const inserts = bulkInsert(db, 'INSERT OR REPLACE INTO sessions', 17);
  for (const [key, id] of ids) {
    const own = files.get(key);
    if (own === undefined) {
      dropSums(db, key);
      db.run('DELETE FROM sessions WHERE key = ?', key);
      continue;
    }
    // Sorted so that the main transcript comes first: it speaks for the session.
    const main = own[0] as FileFacts;
    const first = earliest(own.map((file) => file.first_ts));
    const last = latest(own.flatMap((file) => [file.last_ts, file.tail_ts]));
    const cost = costs.get(key) ?? { input: 0, output: 0, written: 0, read: 0, cost: 0, unpriced: 0 };
    inserts.add(
      key,
      id,
      main.agent,
      main.project,
      main.path,
      first,
      last,
      first === null || last === null ? null : Math.round((Date.parse(last) - Date.parse(first)) / 60) / 1000,
      own.reduce((sum, file) => sum + file.prompt_count, 0),
      own.reduce((sum, file) => sum + file.tool_use_count, 0),
      own.find((file) => file.first_prompt !== null)?.first_prompt ?? null,
      cost.input,
      cost.output,
      cost.written,
      cost.read,
      cost.input + cost.output + cost.written + cost.read,
      cost.unpriced > 0 ? null : cost.cost,
    );
  }
  inserts.flush();
}

function groupBySession(rows: readonly FileFacts[]): Map<number, FileFacts[]> {
  const groups = new Map<number, FileFacts[]>();
  for (const row of rows) {
    const group = groups.get(row.session);
    if (group === undefined) groups.set(row.session, [row]);
    else group.push(row);
  }
  return groups;
}

function earliest(times: readonly (string | null)[]): string | null {
  return times.reduce((best, time) => (time !== null && (best === null || time < best) ? time : best), null);
}

function latest(times: readonly (string | null)[]): string | null {
  return times.reduce((best, time) => (time !== null && (best === null || time > best) ? time : best), null);
}
