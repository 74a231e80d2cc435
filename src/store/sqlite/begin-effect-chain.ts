import type { Database } from '../../host/db/sqlite.ts';
import { entryAfter, GENESIS, headText, type Head, type LedgerRow } from '../chain/chain.ts';
import { CHAIN_HEAD, ROWS_BEFORE } from '../sql/effect-chain.ts';

/** What the migration leaves: what is in the ledger then is taken over when the store is next opened. */
const NEW = 'new';

/** Takes over what a home of an earlier version wrote, once. */
export function beginEffectChain(db: Database): void {
  const isNew = () =>
    db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', CHAIN_HEAD)?.value === NEW;
  const set = (key: string, value: string) =>
    db.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value);
  if (!isNew()) return;
  db.transaction(() => {
    if (!isNew()) return;
    const rows = db.all<LedgerRow>('SELECT * FROM effects ORDER BY rowid');
    let head: Head = GENESIS;
    for (const row of rows) {
      const { seq, run_id, key, content, hash } = entryAfter(head, row);
      db.run('INSERT OR REPLACE INTO effect_chain VALUES (?, ?, ?, ?, ?)', seq, run_id, key, content, hash);
      head = { seq, hash };
    }
    set(CHAIN_HEAD, headText(head));
    set(ROWS_BEFORE, String(rows.length));
  });
}
