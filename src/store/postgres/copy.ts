import type { Database } from '../../host/db/sqlite.ts';
import { AutodevError } from '../../work/errors.ts';
import type { SqlValue } from '../sql/database.ts';
import type { PostgresDatabase } from './database.ts';

/** In an order in which every reference finds its row. */
const TABLES = [
  'repositories',
  'scan_cursors',
  'consumer_logs',
  'runs',
  'steps',
  'effects',
  'effect_chain',
  'attempts',
  'costs',
  'events',
  'reviewed',
  'questions',
  'meta',
  'commands',
  'outbox',
  'etags',
  'waits',
  'labels',
  'reports',
  'suggestions',
  'pull_outcomes',
] as const;
/** Those that show that a store was used. */
const USED = ['runs', 'events', 'costs'] as const;
const NUMBERED = { events: 'seq', commands: 'id' } as const;

type Row = Record<string, SqlValue>;

/** What the leader said of its queues, and that a migration is going on, is of no use elsewhere. */
const PASSING = /^cluster\./;
const KEPT = "WHERE key NOT LIKE 'cluster.%'";

/** `again`: what is there is the same copy, whose migration did not come to its end. */
type Again = { again: boolean };

/** Everything a home remembers, into a cluster that remembers nothing yet. All of it or nothing. */
export async function copyToCluster(
  home: Database,
  cluster: PostgresDatabase,
  { again }: Again,
): Promise<number> {
  return cluster.transaction(async (tx) => {
    await tx.alone('copy');
    for (const table of USED)
      if (!again && (await tx.get(`SELECT 1 AS row FROM ${table} LIMIT 1`)) !== undefined)
        throw inUse("the cluster's database");
    // Those that refer to others go before them.
    for (const table of [...TABLES].reverse())
      await tx.run(`DELETE FROM ${table} ${table === 'meta' ? KEPT : ''}`);
    let rows = 0;
    for (const table of TABLES) {
      for (const row of home.all<Row>(`SELECT * FROM ${table} ORDER BY ${orderOf(table)}`)) {
        if (isPassing(table, row)) continue;
        rows += 1;
        const columns = Object.keys(row);
        const places = columns.map(() => '?').join(', ');
        await tx.run(
          `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`,
          ...Object.values(row),
        );
      }
    }
    for (const [table, column] of Object.entries(NUMBERED))
      await tx.get(
        `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), greatest((SELECT max(${column}) FROM ${table}), 1))`,
      );
    return rows;
  });
}

/** The way back: everything that the cluster remembers, into a home that remembers nothing yet. */
export async function copyToHome(
  cluster: PostgresDatabase,
  home: Database,
  { again }: Again,
): Promise<number> {
  const all = await cluster.transaction(async (tx) => {
    const found: [table: string, rows: Row[]][] = [];
    for (const table of TABLES)
      found.push([table, await tx.all<Row>(`SELECT * FROM ${table} ORDER BY ${orderOf(table)}`)]);
    return found;
  });
  return home.transaction(() => {
    for (const table of USED)
      if (!again && home.get(`SELECT 1 AS row FROM ${table} LIMIT 1`) !== undefined) throw inUse('this home');
    for (const table of [...TABLES].reverse())
      home.run(`DELETE FROM ${table} ${table === 'meta' ? KEPT : ''}`);
    let rows = 0;
    for (const [table, copied] of all) {
      for (const { rowid: _, ...row } of copied) {
        if (isPassing(table, row)) continue;
        rows += 1;
        const columns = Object.keys(row);
        const places = columns.map(() => '?').join(', ');
        home.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`, ...Object.values(row));
      }
    }
    return rows;
  });
}

const isPassing = (table: string, row: Row): boolean => table === 'meta' && PASSING.test(String(row['key']));

/** As they were written: what is told in that order stays so. */
function orderOf(table: (typeof TABLES)[number]): string {
  if (table === 'events' || table === 'effect_chain') return 'seq';
  if (table === 'commands') return 'id';
  return [
    'repositories',
    'scan_cursors',
    'attempts',
    'reviewed',
    'meta',
    'waits',
    'labels',
    'reports',
    'pull_outcomes',
  ].includes(table)
    ? '1, 2'
    : 'rowid';
}

const inUse = (what: string) =>
  new AutodevError('refused', `${what} remembers work already`, {
    why: 'two memories cannot be made one',
    hint: 'use an empty database, or an AUTODEV_HOME without an autodev.db',
  });
