import { isoTime, type Clock } from '../../host/clock.ts';
import type { SqlDatabase } from './database.ts';
import type { CommandTable } from '../tables/commands.ts';

/** Settled only after it was applied: a crash in between repeats the command, and every command may be repeated. */
export function commandTable(db: SqlDatabase, clock: Clock): CommandTable {
  const now = () => isoTime(clock.now());
  return {
    leave: async (body) => {
      const row = await db.get<{ id: number }>(
        'INSERT INTO commands (body, left_at) VALUES (?, ?) RETURNING id',
        JSON.stringify(body),
        now(),
      );
      return row?.id ?? 0;
    },
    pending: async () =>
      (
        await db.all<{ id: number; body: string; leftAt: string }>(
          'SELECT id, body, left_at AS "leftAt" FROM commands WHERE applied_at IS NULL ORDER BY id',
        )
      ).map(({ id, body, leftAt }) => ({ id, body: JSON.parse(body) as unknown, leftAt })),
    settle: async (id, outcome) => {
      await db.run(
        'UPDATE commands SET applied_at = ?, outcome = ? WHERE id = ? AND applied_at IS NULL',
        now(),
        outcome,
        id,
      );
    },
  };
}
