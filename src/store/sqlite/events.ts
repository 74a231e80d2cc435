import { isoTime, type Clock } from '../../host/clock.ts';
import type { Database } from '../../host/sqlite.ts';
import type { RecordedEvent, WorkEvent } from '../../work/events.ts';
import type { EventTable } from '../store.ts';

interface EventRow {
  seq: number;
  at: string;
  body: string;
}

const fromRow = (row: EventRow): RecordedEvent => ({
  ...(JSON.parse(row.body) as WorkEvent),
  seq: row.seq,
  at: row.at,
});

export function eventTable(db: Database, clock: Clock): EventTable {
  return {
    append: async (event) => {
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
    },
    after: async (seq, limit) =>
      db
        .all<EventRow>('SELECT seq, at, body FROM events WHERE seq > ? ORDER BY seq LIMIT ?', seq, limit)
        .map(fromRow),
    ofWork: async (work, limit) =>
      db
        .all<EventRow>(
          'SELECT seq, at, body FROM events WHERE work_id = ? ORDER BY seq DESC LIMIT ?',
          work,
          limit,
        )
        .map(fromRow)
        .reverse(),
  };
}
