import { isoTime, type Clock } from '../../host/clock.ts';
import type { Sql, SqlDatabase } from './database.ts';
import type { RunId } from '../../work/ids.ts';
import { headText, type LedgerRow } from '../chain/chain.ts';
import type { EffectRecord, EffectTable } from '../tables/effects.ts';
import { CAUSED, causedFrom, type CausedRow } from './caused-effects.ts';
import { effectChain } from './effect-chain.ts';

const fromRow = (row: LedgerRow): EffectRecord => ({
  run: row.run_id,
  key: row.key,
  intent: JSON.parse(row.intent) as unknown,
  status: row.status,
  result: row.result === null ? null : (JSON.parse(row.result) as unknown),
  createdAt: row.created_at,
});

/** The ledger of what was meant to be written to the forge, and what was. */
export function effectTable(db: SqlDatabase, clock: Clock): EffectTable {
  const chain = effectChain(db);
  const rowOf = (on: Sql, run: RunId, key: string) =>
    on.get<LedgerRow>('SELECT * FROM effects WHERE run_id = ? AND key = ?', run, key);
  /** Every change of a row is an entry of the chain, in the same transaction. */
  const changing = (run: RunId, key: string, sql: string, ...values: (string | null)[]) =>
    db.transaction(async (tx) => {
      await tx.alone('effects');
      if ((await tx.run(sql, ...values)) === 0) return;
      const row = await rowOf(tx, run, key);
      if (row !== undefined) await effectChain(tx).append(row);
    });
  return {
    get: async (run, key) => {
      const row = await rowOf(db, run, key);
      return row && fromRow(row);
    },
    intend: async (run, key, intent) => {
      await changing(
        run,
        key,
        `INSERT INTO effects (run_id, key, kind, work_id, intent, status, created_at) VALUES (?, ?, ?, ?, ?, 'intent', ?)
         ON CONFLICT (run_id, key) DO UPDATE SET intent = excluded.intent WHERE effects.status = 'intent'`,
        run,
        key,
        key.split(' ', 1)[0] ?? key,
        run.split('@', 1)[0] ?? run,
        JSON.stringify(intent),
        isoTime(clock.now()),
      );
    },
    done: async (run, key, result) => {
      await changing(
        run,
        key,
        "UPDATE effects SET status = 'done', result = ?, done_at = ? WHERE run_id = ? AND key = ?",
        JSON.stringify(result ?? null),
        isoTime(clock.now()),
        run,
        key,
      );
    },
    ofWork: async (work) =>
      (await db.all<LedgerRow>('SELECT * FROM effects WHERE work_id = ? ORDER BY rowid', work)).map(fromRow),
    ofKind: async (work, kind) =>
      (
        await db.all<LedgerRow>(
          'SELECT * FROM effects WHERE work_id = ? AND kind = ? ORDER BY rowid DESC',
          work,
          kind,
        )
      ).map(fromRow),
    caused: async () => (await db.all<CausedRow>(CAUSED)).map(causedFrom),
    chain: async () => ({
      rows: await db.all<LedgerRow>('SELECT * FROM effects ORDER BY rowid'),
      entries: await chain.entries(),
      head: await chain.head(),
      rowsBefore: await chain.before(),
    }),
    head: async () => {
      const head = await chain.head();
      return head === undefined ? '' : headText(head);
    },
  };
}
