import { join } from 'node:path';
import { AutodevError } from '../../work/errors.ts';
import type { Clock } from '../clock.ts';
import { remove } from '../fs/files.ts';
import { chownSync, mkdtempSync, readdirSync } from '../fs/node-fs.ts';
import { temporaryRoot } from '../machine.ts';
import { collect } from '../process/collect.ts';
import { findProgram } from '../process/find-program.ts';
import { spawnProgram } from '../process/spawn.ts';
import { openPostgres } from './postgres.ts';

/** A PostgreSQL of our own in a temporary folder, reached by a socket that only this account can open. */
export interface PostgresServer {
  /** As `cluster` in a config.yaml. */
  readonly url: string;
  /** Its data go with it. */
  stop(): Promise<void>;
}

const USER = 'autodev';
const PORT = 5_432;
/** Where packages put the server's programs, beside PATH: Debian, Red Hat, Homebrew. */
const PACKAGES = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt'];
/** The path of a socket has 107 characters at most. */
const LONGEST_ROOT = 60;
const NOBODY = 65_534;
const START_MS = 60_000;
const LOOK_MS = 50;
const OUTPUT_CAP = 64 * 1024;

/** The folder with the server's programs; undefined where it is not installed. */
export async function postgresPrograms(path: string): Promise<string | undefined> {
  const packaged = PACKAGES.flatMap((folder) => versionsIn(folder).map((name) => join(folder, name, 'bin')));
  for (const folder of [...path.split(':'), ...packaged]) {
    const both = await Promise.all(['initdb', 'postgres'].map((name) => findProgram(join(folder, name), '')));
    if (both.every((found) => found !== undefined)) return folder;
  }
  return undefined;
}

/** The newest first. */
function versionsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^(postgresql(@\d+)?|\d+)$/.test(name))
      .sort((a, b) => Number(/\d+$/.exec(b)?.[0] ?? 0) - Number(/\d+$/.exec(a)?.[0] ?? 0));
  } catch {
    return [];
  }
}

/** Ends by `stop`. The server refuses to run as root, so root gives it to nobody. */
export async function startPostgres(options: {
  programs: string;
  clock: Clock;
  connections: number;
  signal: AbortSignal;
}): Promise<PostgresServer> {
  const { programs, clock, connections, signal } = options;
  const root = temporaryRoot();
  const folder = mkdtempSync(join(root.length > LONGEST_ROOT ? '/tmp' : root, 'autodev-postgres-'));
  const asNobody = process.getuid?.() === 0;
  if (asNobody) chownSync(folder, NOBODY, NOBODY);
  const account = {
    cwd: asNobody ? '/' : folder,
    env: { PATH: '/usr/bin:/bin', LANG: 'C' },
    ...(asNobody ? { uid: NOBODY, gid: NOBODY } : {}),
  };
  const data = join(folder, 'data');
  const start = async (name: string, args: readonly string[]) => {
    const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe'];
    // A group of its own: Ctrl-C is for the demo, which ends it when its members have ended.
    const spawned = await spawnProgram(join(programs, name), args, { ...account, stdio, detached: true });
    const { stderr } = spawned.child;
    const said = stderr === null ? undefined : collect(stderr, OUTPUT_CAP);
    return { ...spawned, said: async () => (await said?.ended, String(said?.bytes() ?? '').trim()) };
  };
  try {
    signal.throwIfAborted();
    const made = await start('initdb', ['-A', 'trust', '-U', USER, '-E', 'UTF8', '--no-sync', '-D', data]);
    if ((await made.exited).code !== 0) throw cannot(await made.said());
    const own = ['-D', data, '-h', '', '-k', folder, '-p', String(PORT), '-F'];
    const server = await start('postgres', [...own, '-c', `max_connections=${connections}`]);
    const stop = async () => {
      server.child.kill('SIGINT');
      await server.exited;
      await remove(folder);
    };
    const over = { ended: false };
    void server.exited.then(() => (over.ended = true));
    try {
      await untilItAnswers(folder, clock, () => over.ended, signal);
    } catch (error) {
      await stop();
      throw over.ended && !signal.aborted ? cannot(await server.said()) : error;
    }
    return { url: `postgres://${USER}@localhost/postgres?host=${encodeURIComponent(folder)}`, stop };
  } catch (error) {
    await remove(folder);
    throw error;
  }
}

async function untilItAnswers(
  folder: string,
  clock: Clock,
  isOver: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  const pool = await openPostgres({
    host: folder,
    port: PORT,
    user: USER,
    database: 'postgres',
    password: undefined,
    tls: false,
    schema: 'public',
    program: 'autodev',
    connections: 1,
  });
  try {
    for (const deadline = clock.monotonic() + START_MS; ; await clock.sleep(LOOK_MS, signal)) {
      const answers = await pool.query('SELECT 1').then(
        () => true,
        () => false,
      );
      if (answers) return;
      if (isOver() || clock.monotonic() > deadline) throw cannot('it did not answer in time');
    }
  } finally {
    await pool.close();
  }
}

const cannot = (why: string) => new AutodevError('failed', 'PostgreSQL cannot be started', { why });
