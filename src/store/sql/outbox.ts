import type { Clock } from '../../host/clock.ts';
import type { Random } from '../../host/random.ts';
import type { Sql, SqlDatabase } from './database.ts';
import type { NewNotice, Notice, OutboxTable } from '../tables/outbox.ts';

/** To be called in the transaction that records the event. */
export type Enqueue = (tx: Sql, notice: NewNotice) => Promise<void>;

interface NoticeRow {
  id: string;
  channel: string;
  body: string;
  written_at: number;
  tries: number;
}

const fromRow = (row: NoticeRow): Notice => ({
  id: row.id,
  channel: row.channel,
  body: JSON.parse(row.body) as unknown,
  writtenAt: row.written_at,
  tries: row.tries,
});

/** What people are to be told: written with the event, delivered later, at least once. */
export function outboxTable(
  db: SqlDatabase,
  clock: Clock,
  random: Random,
): OutboxTable & { enqueue: Enqueue } {
  return {
    enqueue: async (tx, { channel, once, body }) => {
      const id = random.uuid();
      const now = clock.now();
      await tx.run(
        'INSERT INTO outbox (id, channel, once, body, written_at, next_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        id,
        channel,
        once === '' ? id : once,
        JSON.stringify(body),
        now,
        now,
      );
    },
    due: async (channel, now) => {
      const row = await db.get<NoticeRow>(
        `SELECT * FROM outbox WHERE settled_at IS NULL AND channel = ? AND next_at <= ?
         ORDER BY written_at, rowid LIMIT 1`,
        channel,
        now,
      );
      return row && fromRow(row);
    },
    nextAt: async (channel) =>
      (
        await db.get<{ at: number | null }>(
          'SELECT min(next_at) AS at FROM outbox WHERE settled_at IS NULL AND channel = ?',
          channel,
        )
      )?.at ?? undefined,
    postpone: async (id, nextAt, error) => {
      await db.run(
        'UPDATE outbox SET tries = tries + 1, next_at = ?, last_error = ? WHERE id = ?',
        nextAt,
        error,
        id,
      );
    },
    settle: async (id, error) => {
      await db.run(
        'UPDATE outbox SET tries = tries + 1, settled_at = ?, last_error = ? WHERE id = ? AND settled_at IS NULL',
        clock.now(),
        error,
        id,
      );
    },
    clean: async (before) => {
      await db.run('DELETE FROM outbox WHERE settled_at < ?', before);
    },
  };
}
