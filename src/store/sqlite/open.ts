import { systemClock, type Clock } from '../../host/clock.ts';
import { systemRandom, type Random } from '../../host/random.ts';
import { openDatabase, type Database } from '../../host/db/sqlite.ts';
import { sqlStore } from '../sql/store.ts';
import type { Store } from '../store.ts';
import { beginEffectChain } from './begin-effect-chain.ts';
import { sqliteDatabase } from './database.ts';
import { MIGRATIONS } from './migrations.ts';

export interface StoreOptions {
  clock?: Clock;
  random?: Random;
  readOnly?: boolean;
}

/** The store of one machine: one SQLite file, safe to open from several processes. */
export function openStore(path: string, options: StoreOptions = {}): Store {
  const { readOnly = false } = options;
  return storeOn(openDatabase(path, { migrations: MIGRATIONS, readOnly }), options);
}

/** The same on a database that is open already. */
export function storeOn(
  db: Database,
  { clock = systemClock, random = systemRandom, readOnly = false }: StoreOptions,
): Store {
  if (!readOnly) beginEffectChain(db);
  return sqlStore(sqliteDatabase(db), clock, random, { all: async () => [] });
}
