import { isoTime } from '../../host/clock.ts';
import type { EventType, RecordedEvent } from '../../work/events.ts';
import type { WorkId } from '../../work/ids.ts';
import type { EventTable } from '../tables/events.ts';
import type { SqlDatabase } from './database.ts';
import { fromRow, type EventRow } from './event-row.ts';

type Reads = Pick<
  EventTable,
  'after' | 'ofWork' | 'newest' | 'latest' | 'between' | 'lastSeq' | 'scanFailure'
>;

/** Events as they happened. */
export function eventReads(db: SqlDatabase): Reads {
  return {
    after: async (seq, limit) =>
      (
        await db.all<EventRow>(
          'SELECT seq, at, body FROM events WHERE seq > ? ORDER BY seq LIMIT ?',
          seq,
          limit,
        )
      ).map(fromRow),
    ofWork: async (work, limit, without = []) =>
      (
        await db.all<EventRow>(
          `SELECT seq, at, body FROM events WHERE work_id = ? AND type NOT IN (SELECT value FROM json_each(?))
           ORDER BY seq DESC LIMIT ?`,
          work,
          JSON.stringify(without),
          limit,
        )
      )
        .map(fromRow)
        .reverse(),
    // By time where it is of all items: the index on it ends the search at the limit, whatever else happened that day.
    newest: async (types, { work, since = 0, limit }) => {
      const about = work === undefined ? [] : [work];
      return (
        await db.all<EventRow>(
          `SELECT seq, at, body FROM events
           WHERE ${work === undefined ? '' : 'work_id = ? AND'} type IN (SELECT value FROM json_each(?)) AND at >= ?
           ORDER BY ${work === undefined ? 'at DESC,' : ''} seq DESC LIMIT ?`,
          ...about,
          JSON.stringify(types),
          isoTime(since),
          limit,
        )
      )
        .map(fromRow)
        .sort((a, b) => a.seq - b.seq);
    },
    latest: async <T extends EventType>(work: WorkId, type: T) => {
      const row = await db.get<EventRow>(
        'SELECT seq, at, body FROM events WHERE work_id = ? AND type = ? ORDER BY seq DESC LIMIT 1',
        work,
        type,
      );
      return row && (fromRow(row) as Extract<RecordedEvent, { type: T }>);
    },
    between: async ({ repo, from, to, types, also = [] }) =>
      (
        await db.all<EventRow>(
          `SELECT seq, at, body FROM events
           WHERE at >= ?1 AND at < ?2 AND (instr(work_id, ':' || ?3 || ':') > 0
             OR work_id IS NULL AND type IN (SELECT value FROM json_each(?5)))
             AND (?4 = '' OR type IN (SELECT value FROM json_each(?6))) ORDER BY seq`,
          isoTime(from),
          isoTime(to),
          repo,
          types === undefined ? '' : 'some',
          JSON.stringify(also),
          JSON.stringify(types ?? []),
        )
      ).map(fromRow),
    lastSeq: async () =>
      (await db.get<{ seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM events'))?.seq ?? 0,
    scanFailure: async (repo) => {
      const row = await db.get<EventRow>(
        `SELECT seq, at, body FROM events
         WHERE work_id IS NULL AND type IN ('repo.scanned', 'repo.failed') AND body ->> 'repo' = ?
         ORDER BY seq DESC LIMIT 1`,
        repo,
      );
      const last = row && fromRow(row);
      return last?.type === 'repo.failed' ? last.message : undefined;
    },
  };
}
