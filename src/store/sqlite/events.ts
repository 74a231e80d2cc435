import { isoTime, type Clock } from '../../host/clock.ts';
import type { Database } from '../../host/db/sqlite.ts';
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

export function eventTable(db: Database, clock: Clock, enqueue: Enqueue): EventTable {
  const record = (event: WorkEvent): RecordedEvent => {
    const at = isoTime(clock.now());
    const work = 'work' in event ? event.work : null;
    const { lastId } = db.run(
      'INSERT INTO events (at, type, work_id, body) VALUES (?, ?, ?, ?)',
      at,
      event.type,
      work,
      JSON.stringify(event),
    );
    return { ...event, seq: lastId, at };
  };
  return {
    append: async (event, notices = []) =>
      notices.length === 0
        ? record(event)
        : db.transaction(() => {
            const recorded = record(event);
            for (const notice of notices) enqueue(notice);
            return recorded;
          }),
    after: async (seq, limit) =>
      db
        .all<EventRow>('SELECT seq, at, body FROM events WHERE seq > ? ORDER BY seq LIMIT ?', seq, limit)
        .map(fromRow),
    ofWork: async (work, limit, without = []) =>
      db
        .all<EventRow>(
          `SELECT seq, at, body FROM events WHERE work_id = ? AND type NOT IN (SELECT value FROM json_each(?))
           ORDER BY seq DESC LIMIT ?`,
          work,
          JSON.stringify(without),
          limit,
        )
        .map(fromRow)
        .reverse(),
    // By time where it is of all items: the index on it ends the search at the limit, whatever else happened that day.
    newest: async (types, { work, since = 0, limit }) => {
      const about = work === undefined ? [] : [work];
      return db
        .all<EventRow>(
          `SELECT seq, at, body FROM events
           WHERE ${work === undefined ? '' : 'work_id = ? AND'} type IN (SELECT value FROM json_each(?)) AND at >= ?
           ORDER BY ${work === undefined ? 'at DESC,' : ''} seq DESC LIMIT ?`,
          ...about,
          JSON.stringify(types),
          isoTime(since),
          limit,
        )
        .map(fromRow)
        .sort((a, b) => a.seq - b.seq);
    },
    latest: async <T extends EventType>(work: WorkId, type: T) => {
      const row = db.get<EventRow>(
        'SELECT seq, at, body FROM events WHERE work_id = ? AND type = ? ORDER BY seq DESC LIMIT 1',
        work,
        type,
      );
      return row && (fromRow(row) as Extract<RecordedEvent, { type: T }>);
    },
    titles: async (works) =>
      new Map(
        db
          .all<{ work: WorkId; title: string }>(
            `SELECT work_id AS work, json_extract(body, '$.title') AS title, max(seq) FROM events
             WHERE type = 'item.queued' AND work_id IN (SELECT value FROM json_each(?)) GROUP BY work_id`,
            JSON.stringify(works),
          )
          .map(({ work, title }) => [work, title]),
      ),
    between: async ({ repo, from, to, types, also = [] }) =>
      db
        .all<EventRow>(
          `SELECT seq, at, body FROM events
           WHERE at >= ?1 AND at < ?2 AND (work_id GLOB '*:' || ?3 || ':*'
             OR work_id IS NULL AND type IN (SELECT value FROM json_each(?5)))
             AND (?4 IS NULL OR type IN (SELECT value FROM json_each(?4))) ORDER BY seq`,
          isoTime(from),
          isoTime(to),
          repo,
          types === undefined ? null : JSON.stringify(types),
          JSON.stringify(also),
        )
        .map(fromRow),
    lastSeq: async () => db.get<{ seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM events')?.seq ?? 0,
    works: async (prefix, limit) =>
      db
        .all<{ id: WorkId }>(
          'SELECT DISTINCT work_id AS id FROM events WHERE work_id >= ?1 AND work_id < ?1 || char(1114111) ORDER BY work_id LIMIT ?2',
          prefix,
          limit,
        )
        .map(({ id }) => id),
    numbered: async (number) =>
      db
        .all<{ id: WorkId }>(
          "SELECT DISTINCT work_id AS id FROM events WHERE work_id GLOB '*:' || ? ORDER BY work_id",
          String(number),
        )
        .map(({ id }) => id),
    queuedLast: async () =>
      db
        .all<{ id: WorkId; type: EventType }>(
          `SELECT work_id AS id, type, max(seq) FROM events
           WHERE type IN ('item.queued', 'item.left') GROUP BY work_id ORDER BY work_id`,
        )
        .flatMap(({ id, type }) => (type === 'item.queued' ? [id] : [])),
    forget: async (types, before) => {
      db.run(
        'DELETE FROM events WHERE at < ? AND type IN (SELECT value FROM json_each(?))',
        isoTime(before),
        JSON.stringify(types),
      );
    },
    outcomes: async () =>
      db.all<{ repo: string; outcome: Outcome; count: number }>(
        `SELECT substr(work, 1, length(work) - 1) AS repo, outcome, count(*) AS count FROM (
           SELECT rtrim(substr(work_id, instr(work_id, ':') + 1), '0123456789') AS work,
                  json_extract(body, '$.outcome') AS outcome, max(seq)
           FROM events WHERE type = 'item.left' GROUP BY work_id)
         GROUP BY repo, outcome`,
      ),
    lastLeft: async (outcomes, { since = 0, limit }) =>
      db
        .all<EventRow>(
          `SELECT seq, at, body FROM (
             SELECT work_id, at, body, max(seq) AS seq FROM events WHERE type = 'item.left' GROUP BY work_id)
           WHERE at >= ? AND json_extract(body, '$.outcome') IN (SELECT value FROM json_each(?))
           ORDER BY seq DESC LIMIT ?`,
          isoTime(since),
          JSON.stringify(outcomes),
          limit,
        )
        .map((row) => fromRow(row) as Extract<RecordedEvent, { type: 'item.left' }>),
    leftAs: async (outcome) =>
      db
        .all<EventRow>(
          `SELECT seq, at, body FROM (
             SELECT work_id, at, body, max(seq) AS seq FROM events WHERE type = 'item.left' GROUP BY work_id)
           WHERE json_extract(body, '$.outcome') = ? ORDER BY work_id`,
          outcome,
        )
        .map((row) => fromRow(row) as Extract<RecordedEvent, { type: 'item.left' }>),
    scanFailure: async (repo) => {
      const row = db.get<EventRow>(
        `SELECT seq, at, body FROM events
         WHERE work_id IS NULL AND type IN ('repo.scanned', 'repo.failed') AND json_extract(body, '$.repo') = ?
         ORDER BY seq DESC LIMIT 1`,
        repo,
      );
      const last = row && fromRow(row);
      return last?.type === 'repo.failed' ? last.message : undefined;
    },
  };
}
