import pg from 'pg';
import type { ClusterLogin } from '../../src/store/postgres/open.ts';
import { openPostgres, type RunningPostgres } from './postgres.ts';

/** A PostgreSQL with as many empty databases as a test asks for. */
export interface TestCluster extends AsyncDisposable {
  readonly server: RunningPostgres;
  database(): Promise<{ login: ClusterLogin; url: string }>;
  /** Asks a database of this server directly. */
  query(database: string, sql: string): Promise<unknown[]>;
}

export async function openTestCluster(): Promise<TestCluster> {
  const server = await openPostgres();
  let made = 0;
  const query = async (database: string, sql: string): Promise<unknown[]> => {
    const client = new pg.Client({ host: '127.0.0.1', port: server.port, user: 'tester', database });
    await client.connect();
    try {
      // Of several statements the last one's.
      const answer: unknown = await client.query(sql);
      const last = (Array.isArray(answer) ? answer.at(-1) : answer) as { rows: unknown[] };
      return last.rows;
    } finally {
      await client.end();
    }
  };
  return {
    server,
    query,
    database: async () => {
      made += 1;
      const database = `cluster_${made}`;
      await query('postgres', `CREATE DATABASE ${database}`);
      return {
        url: `postgres://tester@127.0.0.1:${server.port}/${database}`,
        login: {
          host: '127.0.0.1',
          port: server.port,
          user: 'tester',
          database,
          password: undefined,
          tls: false,
          program: 'autodev test',
          connections: 4,
        },
      };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
