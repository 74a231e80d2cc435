import { isoTime, type Clock } from '../../host/clock.ts';
import type { Database } from '../../host/db/sqlite.ts';
import type { RunId } from '../../work/ids.ts';
import type { EffectRecord, EffectTable } from '../tables/effects.ts';

interface EffectRow {
  run_id: RunId;
  key: string;
  intent: string;
  status: EffectRecord['status'];
  result: string | null;
  created_at: string;
}

const fromRow = (row: EffectRow): EffectRecord => ({
  run: row.run_id,
  key: row.key,
  intent: JSON.parse(row.intent) as unknown,
  status: row.status,
  result: row.result === null ? null : (JSON.parse(row.result) as unknown),
  createdAt: row.created_at,
});

/** The ledger of what was meant to be written to the forge, and what was. */
export function effectTable(db: Database, clock: Clock): EffectTable {
  return {
    get: async (run, key) => {
      const row = db.get<EffectRow>('SELECT * FROM effects WHERE run_id = ? AND key = ?', run, key);
      return row && fromRow(row);
    },
    intend: async (run, key, intent) => {
      db.run(
        `INSERT INTO effects (run_id, key, kind, work_id, intent, status, created_at) VALUES (?, ?, ?, ?, ?, 'intent', ?)
         ON CONFLICT DO UPDATE SET intent = excluded.intent WHERE effects.status = 'intent'`,
        run,
        key,
        key.split(' ', 1)[0] ?? key,
        run.split('@', 1)[0] ?? run,
        JSON.stringify(intent),
        isoTime(clock.now()),
      );
    },
    done: async (run, key, result) => {
      db.run(
        "UPDATE effects SET status = 'done', result = ?, done_at = ? WHERE run_id = ? AND key = ?",
        JSON.stringify(result ?? null),
        isoTime(clock.now()),
        run,
        key,
      );
    },
    ofWork: async (work) =>
      db.all<EffectRow>('SELECT * FROM effects WHERE work_id = ? ORDER BY rowid', work).map(fromRow),
    ofKind: async (work, kind) =>
      db
        .all<EffectRow>(
          'SELECT * FROM effects WHERE work_id = ? AND kind = ? ORDER BY rowid DESC',
          work,
          kind,
        )
        .map(fromRow),
  };
}
