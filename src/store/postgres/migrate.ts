import type { Migration } from '../../host/db/sqlite.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Sql, SqlDatabase } from '../sql/database.ts';

export const SCHEMA = 'autodev';

/** The version of the schema that is there; 0: none yet. */
export async function versionOf(db: Sql): Promise<number> {
  // By a query and not by `to_regclass`: what a connection looked for in vain it may go on to believe missing.
  const there = await db.get(
    'SELECT 1 FROM pg_tables WHERE schemaname = ? AND tablename = ?',
    SCHEMA,
    'version',
  );
  if (there === undefined) return 0;
  return (await db.get<{ version: number }>(`SELECT version FROM ${SCHEMA}.version`))?.version ?? 0;
}

/** A schema that a newer program made is not touched. */
export function refuseNewer(found: number, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.version ?? 0;
  if (found <= newest) return;
  throw new AutodevError('store_newer', "the cluster's database was written by a newer autodev", {
    why: `its schema is version ${found}; this program knows up to ${newest}`,
    hint: 'update autodev on this machine; the others go on meanwhile',
  });
}

/** Brings the schema up to date. Of several that start at once one does it, and the others find it done. */
export async function migrate(db: SqlDatabase, migrations: readonly Migration[]): Promise<void> {
  const newest = migrations.at(-1)?.version ?? 0;
  const found = await versionOf(db);
  refuseNewer(found, migrations);
  if (found === newest) return;
  await db.transaction(async (tx) => {
    await tx.alone('migrate');
    const current = await versionOf(tx);
    refuseNewer(current, migrations);
    if (current === 0) {
      await tx.run(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
      await tx.run(`CREATE TABLE ${SCHEMA}.version (version INTEGER NOT NULL)`);
      await tx.run(`INSERT INTO ${SCHEMA}.version VALUES (0)`);
    }
    for (const { version, sql } of migrations) {
      if (version <= current) continue;
      for (const statement of statementsOf(sql)) await tx.run(statement);
      await tx.run(`UPDATE ${SCHEMA}.version SET version = ?`, version);
    }
  });
}

/** Each by itself: a query with values is one statement. */
const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
