import {
  entryAfter,
  GENESIS,
  headText,
  parseHead,
  type ChainEntry,
  type Head,
  type LedgerRow,
} from '../chain/chain.ts';
import { put, type Sql } from './database.ts';

/** Where the store says how the chain ends. */
export const CHAIN_HEAD = 'effects.chain';
/** Where it says how many rows were there before there was a chain. */
export const ROWS_BEFORE = 'effects.before_chain';

/** The chain over the changes of the effect ledger. Its head is kept beside it, so that a cut end is seen. */
export interface EffectChain {
  head(): Promise<Head | undefined>;
  /** To be called in the transaction that changed the row. */
  append(row: LedgerRow): Promise<void>;
  entries(): Promise<ChainEntry[]>;
  /** How many rows were there before there was a chain. */
  before(): Promise<number>;
}

export function effectChain(db: Sql): EffectChain {
  const told = async (key: string) =>
    (await db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key))?.value ?? '';
  const last = async (): Promise<Head> =>
    (await db.get<Head>('SELECT seq, hash FROM effect_chain ORDER BY seq DESC LIMIT 1')) ?? GENESIS;
  const head = async () => parseHead(await told(CHAIN_HEAD));

  return {
    head,
    append: async (row) => {
      const kept = await head();
      const entry = entryAfter(kept ?? (await last()), row);
      // After a cut it goes on from the head that was: what is missing stays missing.
      await put(db, 'effect_chain', ['seq'], { ...entry });
      // A head that somebody took away is not made anew.
      if (kept !== undefined) await put(db, 'meta', ['key'], { key: CHAIN_HEAD, value: headText(entry) });
    },
    entries: () => db.all<ChainEntry>('SELECT * FROM effect_chain ORDER BY seq'),
    before: async () => Number((await told(ROWS_BEFORE)) || 0),
  };
}
