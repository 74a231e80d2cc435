import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
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

/** A real PostgreSQL on the loopback, run by nobody, without passwords. */
export async function openPostgres(port: number): Promise<AsyncDisposable> {
  const bin = programs() ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'autodev-postgres-'));
  chownSync(folder, NOBODY, NOBODY);
  const as = { uid: NOBODY, gid: NOBODY, cwd: '/', env: { PATH: '/usr/bin:/bin', LANG: 'C' } };
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-A', 'trust', '-U', 'tester', '--no-sync', '-D', data], {
    ...as,
    stdio: 'ignore',
  });
  const settings = ['-h', '127.0.0.1', '-p', String(port), '-k', '', '-F'];
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings], { ...as, stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('close', resolve));
  const stop = async () => {
    server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const until = Date.now() + START_LIMIT_MS;
  while (!(await answers(port))) {
    if (server.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`PostgreSQL did not start on port ${port}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { [Symbol.asyncDispose]: stop };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (told: boolean) => {
      socket.destroy();
      resolve(told);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
