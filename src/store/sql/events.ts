import { isoTime, type Clock } from '../../host/clock.ts';
import type { Sql, SqlDatabase } from './database.ts';
import type { EventType, RecordedEvent, WorkEvent } from '../../work/events.ts';
import type { WorkId } from '../../work/ids.ts';
import type { Outcome } from '../../work/standings.ts';
import type { EventTable } from '../tables/events.ts';
import type { Enqueue } from './outbox.ts';

interface EventRow {
  seq: number;
  at: string;
  body: string;
}

const fromRow = ({ seq, at, body }: EventRow): RecordedEvent =>
  Object.assign(JSON.parse(body) as WorkEvent, { seq, at });

/** How each item left the queue last. */
const LAST_LEFT = `seq IN (SELECT max(seq) FROM events WHERE type = 'item.left' GROUP BY work_id)`;

/** As text whose fields a query can read: PostgreSQL reads none of a text with a NUL or half a character in it. */
const searchable = (event: WorkEvent): string => {
  const text = JSON.stringify(event);
  if (!UNREADABLE.test(text)) return text;
  return JSON.stringify(event, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value,
  );
};
/** How JSON writes them; may be found where there is none, behind a backslash. */
const UNREADABLE = /\\u(?:0000|d[89a-f])/;

export function eventTable(db: SqlDatabase, clock: Clock, enqueue: Enqueue): EventTable {
  const record = async (tx: Sql, event: WorkEvent): Promise<RecordedEvent> => {
    const at = isoTime(clock.now());
    const work = 'work' in event ? event.work : null;
    const row = await tx.get<{ seq: number }>(
      'INSERT INTO events (at, type, work_id, body) VALUES (?, ?, ?, ?) RETURNING seq',
      at,
      event.type,
      work,
      searchable(event),
    );
    return { ...event, seq: row?.seq ?? 0, at };
  };
  return {
    append: (event, notices = []) =>
      db.transaction(async (tx) => {
        // Numbers are seen in order: whoever has read up to one misses none that comes later with a smaller one.
        await tx.alone('events');
        const recorded = await record(tx, event);
        for (const notice of notices) await enqueue(tx, notice);
        return recorded;
      }),
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
    titles: async (works) =>
      new Map(
        (
          await db.all<{ work: WorkId; title: string }>(
            `SELECT work_id AS work, body ->> 'title' AS title FROM events WHERE seq IN (
               SELECT max(seq) FROM events
               WHERE type = 'item.queued' AND work_id IN (SELECT value FROM json_each(?)) GROUP BY work_id)`,
            JSON.stringify(works),
          )
        ).map(({ work, title }) => [work, title]),
      ),
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
    works: async (prefix, limit) =>
      (
        await db.all<{ id: WorkId }>(
          'SELECT DISTINCT work_id AS id FROM events WHERE work_id >= ? AND work_id < ? ORDER BY work_id LIMIT ?',
          prefix,
          `${prefix}\u{10FFFF}`,
          limit,
        )
      ).map(({ id }) => id),
    numbered: async (number) =>
      (
        await db.all<{ id: WorkId }>(
          "SELECT DISTINCT work_id AS id FROM events WHERE work_id LIKE '%:' || ? ORDER BY work_id",
          String(number),
        )
      ).map(({ id }) => id),
    queuedLast: async () =>
      (
        await db.all<{ id: WorkId }>(
          `SELECT work_id AS id FROM events WHERE type = 'item.queued' AND seq IN (
             SELECT max(seq) FROM events WHERE type IN ('item.queued', 'item.left') GROUP BY work_id)
           ORDER BY work_id`,
        )
      ).map(({ id }) => id),
    forget: async (types, before) => {
      await db.run(
        'DELETE FROM events WHERE at < ? AND type IN (SELECT value FROM json_each(?))',
        isoTime(before),
        JSON.stringify(types),
      );
    },
    outcomes: async () =>
      db.all<{ repo: string; outcome: Outcome; count: number }>(
        `SELECT substr(work, 1, length(work) - 1) AS repo, outcome, count(*) AS count FROM (
           SELECT rtrim(substr(work_id, instr(work_id, ':') + 1), '0123456789') AS work, body ->> 'outcome' AS outcome
           FROM events WHERE ${LAST_LEFT}) AS left_items
         GROUP BY repo, outcome`,
      ),
    lastLeft: async (outcomes, { since = 0, limit }) =>
      (
        await db.all<EventRow>(
          `SELECT seq, at, body FROM events
           WHERE ${LAST_LEFT} AND at >= ? AND body ->> 'outcome' IN (SELECT value FROM json_each(?))
           ORDER BY seq DESC LIMIT ?`,
          isoTime(since),
          JSON.stringify(outcomes),
          limit,
        )
      ).map((row) => fromRow(row) as Extract<RecordedEvent, { type: 'item.left' }>),
    leftAs: async (outcome) =>
      (
        await db.all<EventRow>(
          `SELECT seq, at, body FROM events WHERE ${LAST_LEFT} AND body ->> 'outcome' = ? ORDER BY work_id`,
          outcome,
        )
      ).map((row) => fromRow(row) as Extract<RecordedEvent, { type: 'item.left' }>),
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
