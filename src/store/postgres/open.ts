import { systemClock, type Clock } from '../../host/clock.ts';
import { openPostgres, type Postgres, type PostgresSettings } from '../../host/db/postgres.ts';
import { systemRandom, type Random } from '../../host/random.ts';
import { AutodevError } from '../../work/errors.ts';
import type { SqlDatabase } from '../sql/database.ts';
import { sqlStore } from '../sql/store.ts';
import type { Store } from '../store.ts';
import { postgresDatabase, type DatabaseOptions, type PostgresDatabase } from './database.ts';
import { migrate, refuseNewer, SCHEMA, versionOf } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { machineTable } from './machines.ts';
import type { Patience } from './patience.ts';

export type ClusterLogin = Omit<PostgresSettings, 'schema'>;

export interface ClusterOptions {
  clock?: Clock;
  random?: Random;
  /** Only looks: the schema is left as it is. */
  readOnly?: boolean;
  /** Waits for a database that is away instead of failing. */
  patient?: boolean;
}

/** The database that the machines of a cluster share. */
export interface ClusterDatabase {
  readonly pool: Postgres;
  readonly db: PostgresDatabase;
  readonly store: Store;
  /** Since when it cannot be reached; undefined while it can. */
  awaySince(): number | undefined;
  /** A store every write of which first asks whether it may, in the same transaction. */
  fenced(fence: NonNullable<DatabaseOptions['fence']>): { db: PostgresDatabase; store: Store };
  /** Waits for the database no longer: whoever stops must not hang because it is away. */
  giveUp(): void;
  close(): Promise<void>;
}

export async function openCluster(
  login: ClusterLogin,
  options: ClusterOptions = {},
): Promise<ClusterDatabase> {
  const { clock = systemClock, random = systemRandom, readOnly = false, patient = false } = options;
  const pool = await openPostgres({ ...login, schema: SCHEMA });
  const ended = new AbortController();
  const away: Patience['away'] = { since: undefined };
  const patience: Patience | undefined = patient ? { clock, ended: ended.signal, away } : undefined;
  let closing: Promise<void> | undefined;
  const close = () => {
    ended.abort(new Error('closed'));
    closing ??= pool.close();
    return closing;
  };
  try {
    // Whoever starts is told at once that it cannot.
    const atStart = postgresDatabase(pool);
    if (readOnly) await mustBeKnown(atStart);
    else await migrate(atStart, MIGRATIONS);
  } catch (error) {
    await close();
    throw error;
  }
  const over = (options: DatabaseOptions, end: () => Promise<void>) => {
    const db = { ...postgresDatabase(pool, { patience, ...options }), close: end };
    return { db, store: sqlStore(db, clock, random, machineTable(db)) };
  };
  return {
    pool,
    ...over({}, close),
    awaySince: () => away.since,
    giveUp: () => ended.abort(new Error('stopping')),
    fenced: (fence) => over({ fence }, async () => {}),
    close,
  };
}

async function mustBeKnown(db: SqlDatabase): Promise<void> {
  const found = await versionOf(db);
  refuseNewer(found, MIGRATIONS);
  if (found === (MIGRATIONS.at(-1)?.version ?? 0)) return;
  const why =
    found === 0 ? 'no autodev has used it yet' : `its schema is version ${found}, older than this program`;
  throw new AutodevError('store_broken', "the cluster's database is not ready", {
    why,
    hint: 'start a coordinator once (autodev start); it brings the database up to date',
    data: { schema: found === 0 ? 'none' : 'older' },
  });
}
