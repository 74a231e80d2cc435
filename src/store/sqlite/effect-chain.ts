import type { Database } from '../../host/db/sqlite.ts';
import {
  entryAfter,
  GENESIS,
  headText,
  parseHead,
  type ChainEntry,
  type Head,
  type LedgerRow,
} from '../chain/chain.ts';

const HEAD = 'effects.chain';
const BEFORE = 'effects.before_chain';
/** What the migration leaves: what is in the ledger then is taken over when the store is next opened. */
const NEW = 'new';

/** The chain over the changes of the effect ledger. Its head is kept beside it, so that a cut end is seen. */
export interface EffectChain {
  head(): Head | undefined;
  /** To be called in the transaction that changed the row. */
  append(row: LedgerRow): void;
  entries(): ChainEntry[];
  /** How many rows were there before there was a chain. */
  before(): number;
}

export function effectChain(db: Database): EffectChain {
  const told = (key: string) =>
    db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value ?? '';
  const tell = (key: string, value: string) =>
    db.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value);
  const entries = () => db.all<ChainEntry>('SELECT * FROM effect_chain ORDER BY seq');
  const last = (): Head =>
    db.get<{ seq: number; hash: string }>('SELECT seq, hash FROM effect_chain ORDER BY seq DESC LIMIT 1') ??
    GENESIS;
  const head = () => parseHead(told(HEAD));

  const append = (row: LedgerRow) => {
    const kept = head();
    const end = last();
    const entry = entryAfter(kept ?? end, row);
    // After a cut it goes on from the head that was: what is missing stays missing.
    db.run(
      'INSERT OR REPLACE INTO effect_chain (seq, run_id, key, content, hash) VALUES (?, ?, ?, ?, ?)',
      entry.seq,
      entry.run_id,
      entry.key,
      entry.content,
      entry.hash,
    );
    // A head that somebody took away is not made anew.
    if (kept !== undefined) tell(HEAD, headText(entry));
  };

  return { head, append, entries, before: () => Number(told(BEFORE) || 0) };
}

/** Takes over what a home of an earlier version wrote, once. */
export function beginEffectChain(db: Database): void {
  const isNew = () => db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', HEAD)?.value === NEW;
  if (!isNew()) return;
  db.transaction(() => {
    if (!isNew()) return;
    const rows = db.all<LedgerRow>('SELECT * FROM effects ORDER BY rowid');
    const set = (key: string, value: string) =>
      db.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value);
    set(HEAD, headText(GENESIS));
    set(BEFORE, String(rows.length));
    const { append } = effectChain(db);
    for (const row of rows) append(row);
  });
}
