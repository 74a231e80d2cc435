import type { Clock } from '../../host/clock.ts';
import { openDatabase, type Database } from '../../host/db/sqlite.ts';
import type { Random } from '../../host/random.ts';
import { MIGRATIONS } from '../../store/sqlite/migrations.ts';
import { storeOn } from '../../store/sqlite/open.ts';
import type { Store } from '../../store/store.ts';

/** What a machine keeps when its daemon dies. */
export interface Disk {
  readonly store: Store;
  readonly db: Database;
  /** By path. */
  readonly worktrees: Map<string, Worktree>;
  /** Repositories whose clone somebody is changing. */
  readonly locks: Set<string>;
}

export interface Worktree {
  repo: string;
  name: string;
  commit: string;
  tree: Map<string, string>;
  modifiedAt: number;
}

interface Emptied {
  db: Database;
  /** What a new database has in it. */
  meta: { key: string; value: string }[];
}

/** Making one takes as long as a whole life (15 ms): emptied ones are used again. */
const idle: Emptied[] = [];
const inUse = new WeakMap<Database, Emptied>();

export function takeDisk(clock: Clock, random: Random): Disk {
  const taken = idle.pop() ?? made();
  inUse.set(taken.db, taken);
  return {
    db: taken.db,
    store: storeOn(taken.db, { clock, random }),
    worktrees: new Map(),
    locks: new Set(),
  };
}

function made(): Emptied {
  const db = openDatabase(':memory:', { migrations: MIGRATIONS });
  return { db, meta: db.all('SELECT key, value FROM meta') };
}

export function giveBack({ db }: Disk): void {
  const taken = inUse.get(db);
  if (taken === undefined || db.raw.isTransaction) return;
  db.raw.exec('PRAGMA foreign_keys = OFF');
  const tables = db.all<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND (name NOT LIKE 'sqlite_%' OR name = 'sqlite_sequence')`,
  );
  for (const { name } of tables) db.run(`DELETE FROM ${name}`);
  for (const { key, value } of taken.meta) db.run('INSERT INTO meta (key, value) VALUES (?, ?)', key, value);
  db.raw.exec('PRAGMA foreign_keys = ON');
  inUse.delete(db);
  idle.push(taken);
}
