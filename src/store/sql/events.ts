import { isoTime, type Clock } from '../../host/clock.ts';
import type { RecordedEvent, WorkEvent } from '../../work/events.ts';
import type { EventTable } from '../tables/events.ts';
import type { Sql, SqlDatabase } from './database.ts';
import { itemsInEvents } from './event-items.ts';
import { eventReads } from './event-reads.ts';
import type { Enqueue } from './outbox.ts';

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
    ...eventReads(db),
    ...itemsInEvents(db),
    append: (event, notices = []) => {
      if (notices.length === 0 && db.inOrder) return record(db, event);
      return db.transaction(async (tx) => {
        // Numbers are seen in order: whoever has read up to one misses none that comes later with a smaller one.
        await tx.alone('events');
        const recorded = await record(tx, event);
        for (const notice of notices) await enqueue(tx, notice);
        return recorded;
      });
    },
    forget: async (types, before) => {
      await db.run(
        'DELETE FROM events WHERE at < ? AND type IN (SELECT value FROM json_each(?))',
        isoTime(before),
        JSON.stringify(types),
      );
    },
  };
}
