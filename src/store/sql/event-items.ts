import { isoTime } from '../../host/clock.ts';
import type { RecordedEvent } from '../../work/events.ts';
import type { WorkId } from '../../work/ids.ts';
import type { Outcome } from '../../work/standings.ts';
import type { EventTable } from '../tables/events.ts';
import type { SqlDatabase } from './database.ts';
import { fromRow, type EventRow } from './event-row.ts';

/** How each item left the queue last. */
const LAST_LEFT = `seq IN (SELECT max(seq) FROM events WHERE type = 'item.left' GROUP BY work_id)`;

type Items = Pick<
  EventTable,
  'titles' | 'works' | 'numbered' | 'queuedLast' | 'outcomes' | 'lastLeft' | 'leftAs'
>;

/** The items that events tell of: which there are, and how they left the queue. */
export function itemsInEvents(db: SqlDatabase): Items {
  return {
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
  };
}
