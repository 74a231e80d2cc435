import { bulkInsert } from '../../../host/db/bulk-insert.ts';
import type { Database } from '../../../host/db/sqlite.ts';
import { PER_DOLLAR } from '../sums/day-use.ts';
import { eachSum, GATHERED } from '../sums/packed-sums.ts';
import type { TranscriptFacts } from './transcript-facts.ts';

/** Writes rows of `sessions`, each from its transcripts, the main one first, and the numbers of day-use.ts. */
export function sessionWriter(db: Database) {
  const inserts = bulkInsert(db, 'INSERT OR REPLACE INTO sessions', 20);
  return {
    add: (
      key: number,
      id: string,
      main: TranscriptFacts,
      all: readonly TranscriptFacts[],
      costs: readonly number[],
    ): void => {
      const first = earliest(all.map((file) => file.first_ts));
      const last = latest(all.flatMap((file) => [file.last_ts, file.tail_ts]));
      const [messages = 0, input = 0, output = 0, written = 0, read = 0, billionths = 0, unpriced = 0] =
        costs;
      inserts.add(
        key,
        id,
        main.agent,
        main.project,
        main.path,
        first,
        last,
        first === null || last === null
          ? null
          : Math.round((Date.parse(last) - Date.parse(first)) / 60) / 1000,
        all.reduce((sum, file) => sum + file.prompt_count, 0),
        all.reduce((sum, file) => sum + file.tool_use_count, 0),
        all.find((file) => file.first_prompt !== null)?.first_prompt ?? null,
        input,
        output,
        written,
        read,
        input + output + written + read,
        unpriced > 0 ? null : billionths / PER_DOLLAR,
        messages,
        billionths / PER_DOLLAR,
        unpriced,
      );
    },
    flush: inserts.flush,
  };
}

/** The session of a file, if it has a row. */
export function sessionOf(db: Database, file: number): { key: number; id: string } | undefined {
  return db.get('SELECT key, id FROM sessions WHERE key = (SELECT session FROM files WHERE id = ?)', file);
}

interface FileRow extends TranscriptFacts {
  session: number;
}

/**
 * Writes the rows of `sessions` for the given keys from their files and sums; a session without files is
 * dropped. `ids` names the sessions by key.
 */
export function writeSessions(db: Database, ids: ReadonlyMap<number, string>): void {
  if (ids.size === 0) return;
  const keys = JSON.stringify([...ids.keys()]);
  const chosen = 'session IN (SELECT value FROM json_each(?))';
  // Sorted so that the main transcript comes first: it speaks for the session.
  const files = groupBySession(
    db.all<FileRow>(
      `SELECT session, agent, project, path, first_ts, last_ts, tail_ts, prompt_count, tool_use_count, first_prompt
       FROM files WHERE ${chosen} ORDER BY session, sub, path`,
      keys,
    ),
  );
  const costs = costsOf(db, chosen, keys);
  const rows = sessionWriter(db);
  for (const [key, id] of ids) {
    const own = files.get(key);
    const main = own?.[0];
    if (own === undefined || main === undefined) db.run('DELETE FROM sessions WHERE key = ?', key);
    else rows.add(key, id, main, own, costs.get(key) ?? []);
  }
  rows.flush();
}

/** What each session has cost: the numbers of day-use.ts added up. */
function costsOf(db: Database, chosen: string, keys: string): Map<number, number[]> {
  const costs = new Map<number, number[]>();
  const { gathered } = db.get<{ gathered: string | null }>(
    `SELECT ${GATHERED} AS gathered FROM session_sums WHERE part = 'costs' AND ${chosen}`,
    keys,
  ) ?? { gathered: null };
  eachSum(gathered ?? '', undefined, (session, _name, numbers, count) => {
    const sums = costs.get(session);
    if (sums === undefined) costs.set(session, Array.from(numbers.subarray(0, count)));
    else for (let at = 0; at < count; at += 1) sums[at] = (sums[at] ?? 0) + (numbers[at] ?? 0);
  });
  return costs;
}

function groupBySession(rows: readonly FileRow[]): Map<number, FileRow[]> {
  const groups = new Map<number, FileRow[]>();
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
