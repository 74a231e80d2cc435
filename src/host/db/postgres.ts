import type { ClientConfig, Client as PgClient, Pool, PoolClient } from 'pg';
import { AutodevError, messageOf } from '../../work/errors.ts';

export interface PostgresSettings {
  host: string;
  port: number;
  user: string;
  database: string;
  password: string | undefined;
  tls: PostgresTls | false;
  /** Where names without a schema are looked for. */
  schema: string;
  /** As the database's administrator sees it. */
  program: string;
  connections: number;
}

export interface PostgresTls {
  rejectUnauthorized: boolean;
  /** Instead of those that Node trusts. */
  ca?: string;
  cert?: string;
  key?: string;
  /** Any name in the certificate will do. */
  anyName?: boolean;
}

export interface Rows {
  rows: unknown[];
  changed: number;
}

/** One connection, for as long as somebody has it. */
export interface PostgresClient {
  query(sql: string, values?: readonly unknown[]): Promise<Rows>;
  /** `broken`: it is closed and another one made in its place. */
  release(broken?: boolean): void;
}

export interface Postgres {
  query(sql: string, values?: readonly unknown[]): Promise<Rows>;
  connect(): Promise<PostgresClient>;
  /** Hears what others tell on a channel, by a connection of its own; not what they tell while that is broken. */
  listen(channel: string, heard: (message: string) => void): Promise<AsyncDisposable>;
  close(): Promise<void>;
}

const CONNECT_MS = 5_000;
/** Nothing that we ask takes longer; a server that fell silent would be waited for without an end. */
const ANSWER_MS = 20_000;
/** A process that is stopped or cut off within a transaction must not keep its locks from everybody else. */
const IDLE_MS = 15_000;
/** Told by the server, before we stop listening for its answer: otherwise it would go on waiting for nobody. */
const LOCK_MS = 18_000;
const [BIGINT, NUMERIC, JSON_TEXT] = [20, 1_700, 114];

/** A pool of connections, opened as they are needed. The package is loaded here, so that one machine never loads it. */
export async function openPostgres(settings: PostgresSettings): Promise<Postgres> {
  const { default: pg } = await import('pg');
  const { host, port, user, database, password, tls, schema, program, connections } = settings;
  const pool = new pg.Pool({
    Client: closingClient(pg.Client),
    host,
    port,
    user,
    database,
    // Asked for when the server wants one.
    password: password ?? noPassword,
    ssl: tls === false ? false : tlsOptions(tls, host),
    options: `-c search_path=${schema} -c idle_in_transaction_session_timeout=${IDLE_MS} -c lock_timeout=${LOCK_MS}`,
    application_name: program,
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    types: {
      // Sums and sequence numbers fit a double; a JSON column is read as the text that was written.
      getTypeParser: (oid: number, format?: 'text' | 'binary') => {
        if (oid === BIGINT || oid === NUMERIC) return Number;
        if (oid === JSON_TEXT) return String;
        return pg.types.getTypeParser(oid, format);
      },
    },
  });
  // An idle connection that breaks is not an error of anybody's: the next query opens another.
  pool.on('error', () => {});
  return {
    listen: (channel, heard) => listen(pool, settings, channel, heard),
    query: async (sql, values = []) => rowsOf(await guarded(() => pool.query(sql, [...values]), settings)),
    connect: () => connect(pool, settings),
    close: () => pool.end(),
  };
}

async function connect(pool: Pool, settings: PostgresSettings): Promise<PostgresClient> {
  const client: PoolClient = await guarded(() => pool.connect(), settings);
  const ignore = () => {};
  client.on('error', ignore);
  return {
    query: async (sql, values) =>
      rowsOf(
        await guarded(
          () => (values === undefined ? client.query(sql) : client.query(sql, [...values])),
          settings,
        ),
      ),
    release: (broken = false) => {
      client.off('error', ignore);
      client.release(broken);
    },
  };
}

async function listen(
  pool: Pool,
  settings: PostgresSettings,
  channel: string,
  heard: (message: string) => void,
): Promise<AsyncDisposable> {
  const client: PoolClient = await guarded(() => pool.connect(), settings);
  let over = false;
  const end = (broken: boolean) => {
    if (!over) client.release(broken);
    over = true;
  };
  client.on('error', () => end(true));
  client.on('notification', ({ payload }) => heard(payload ?? ''));
  await guarded(() => client.query(`LISTEN ${channel}`), settings);
  return { [Symbol.asyncDispose]: async () => end(true) };
}

/** When the package itself gives up on a server it leaves the connection open, which keeps the process from ending. */
function closingClient(Client: typeof PgClient): typeof PgClient {
  return class extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      this.connection.once('error', () => this.connection.stream.destroy());
    }
  };
}

function noPassword(): never {
  throw new AutodevError('invalid_config', "the cluster's database wants a password, and there is none", {
    hint: 'put it into a file of mode 600 that cluster_password_file names, or into PGPASSWORD',
  });
}

function tlsOptions({ rejectUnauthorized, ca, cert, key, anyName }: PostgresTls, host: string) {
  return {
    rejectUnauthorized,
    // Whose certificate it has to be. The package says so for names only; for an address `localhost` would do.
    host,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(anyName === true ? { checkServerIdentity: () => undefined } : {}),
  };
}

interface PgResult {
  rows: unknown[];
  rowCount: number | null;
}

/** Of several statements the last one's. */
function rowsOf(result: PgResult | PgResult[]): Rows {
  const last = Array.isArray(result) ? result.at(-1) : result;
  return { rows: last?.rows ?? [], changed: last?.rowCount ?? 0 };
}

async function guarded<T>(work: () => Promise<T>, { host, port, database }: PostgresSettings): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refused = refusalOf(error, database);
    if (refused !== undefined) throw refused;
    if (!isAway(error)) throw error;
    throw new AutodevError(
      'store_unavailable',
      `cannot reach the cluster's database ${database} on ${host}:${port}`,
      {
        why: messageOf(error),
        hint: 'check that PostgreSQL runs there and accepts this machine; what runs goes on by itself once it is back',
      },
    );
  }
}

/** What a person has to put right; undefined: something else. Never with the password, which the driver does not tell. */
function refusalOf(error: unknown, database: string): AutodevError | undefined {
  const code = codeOf(error);
  const why = messageOf(error);
  const refused = (message: string, hint: string) =>
    new AutodevError('invalid_config', message, { why, hint });
  if (code.startsWith('28'))
    return refused(
      "the cluster's database does not let this machine in",
      'check the user and password of cluster (cluster_password_file, PGPASSWORD) and pg_hba.conf',
    );
  if (code === '3D000')
    return refused(`the cluster's server has no database ${database}`, `make it: createdb ${database}`);
  if (code === '42501')
    return refused(
      "the cluster's user may not do what is needed",
      `it has to own its tables, and to make a schema in ${database} at the first start`,
    );
  if (CERTIFICATE.test(code) || /does not support SSL/.test(why))
    return refused(
      "the connection to the cluster's database cannot be secured",
      'name PEM files with sslrootcert, sslcert and sslkey that fit it, or see sslmode in the guide',
    );
  return undefined;
}

const CERTIFICATE =
  /^(ERR_TLS_|ERR_OSSL_|ERR_SSL_\w*(ALERT|VERSION|PROTOCOL|CIPHER)|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_(VERIFY|GET)_)/;
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|ENOENT)/;
/**
 * Connection failures (08), shutting down or starting up (57P), no connection left (53300), a lock that another one has
 * for long (55P03), a transaction that was ended because nothing came of it (25P03).
 */
const STATES = /^(08|57P0|53300|55P03|25P03)/;
const WORDS =
  /connection terminated|connection timeout|timeout exceeded|read timeout|connection error|not queryable/i;

/** Whether the database cannot be reached now, which passes, rather than refuses what it is asked. */
function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway);
  const code = codeOf(error);
  return NETWORK.test(code) || STATES.test(code) || WORDS.test(messageOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
