import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VERSIONS = '/usr/lib/postgresql';
const NOBODY = 65_534;
const START_LIMIT_MS = 30_000;

/** Why no PostgreSQL can be started here as a user of its own, or undefined. */
export function withoutPostgres(): string | undefined {
  if (programs() === undefined) return 'PostgreSQL is not installed (Debian: postgresql)';
  return process.getuid?.() === 0 ? undefined : 'only root can run a database as somebody else';
}

function programs(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined;
  return readdirSync(VERSIONS)
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

export interface RunningPostgres extends AsyncDisposable {
  readonly port: number;
  /** Ends it as a crash of its machine would, or in good order, and keeps its data. */
  stop(how: 'SIGQUIT' | 'SIGINT'): Promise<void>;
  start(): Promise<void>;
}

/** A real PostgreSQL on the loopback, run by nobody; without passwords unless it is told otherwise. */
export async function openPostgres(
  wanted?: number,
  { hba, settings: more = [] }: { hba?: string; settings?: readonly string[] } = {},
): Promise<RunningPostgres> {
  const bin = programs() ?? '';
  const port = wanted ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'autodev-postgres-'));
  chownSync(folder, NOBODY, NOBODY);
  const as = { uid: NOBODY, gid: NOBODY, cwd: '/', env: { PATH: '/usr/bin:/bin', LANG: 'C' } };
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-A', 'trust', '-U', 'tester', '--no-sync', '-D', data], {
    ...as,
    stdio: 'ignore',
  });
  if (hba !== undefined) writeFileSync(join(data, 'pg_hba.conf'), hba);
  const connections = ['-c', 'max_connections=300'];
  const settings = ['-h', '127.0.0.1', '-p', String(port), '-k', '', '-F', ...connections, ...more];
  let end = async (_signal: NodeJS.Signals) => {};
  const start = async () => {
    const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings], { ...as, stdio: 'ignore' });
    const ended = new Promise((resolve) => server.once('close', resolve));
    end = async (signal) => {
      server.kill(signal);
      await ended;
    };
    const until = Date.now() + START_LIMIT_MS;
    while (!answers(bin, port)) {
      if (server.exitCode !== null || Date.now() > until) {
        await end('SIGQUIT');
        throw new Error(`PostgreSQL did not start on port ${port}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await start();
  return {
    port,
    start,
    stop: (how) => end(how),
    [Symbol.asyncDispose]: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** It takes queries, not only connections. */
function answers(bin: string, port: number): boolean {
  const asked = spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)], {
    stdio: 'ignore',
    timeout: START_LIMIT_MS,
  });
  return asked.status === 0;
}
