import { spawn, type ChildProcess } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../src/config/environment.ts';
import { openWorld, type Running, type Said, type World } from './cli-world.ts';
import { openTestCluster, type TestCluster } from './cluster.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** One machine of a cluster: a home of its own with the same configuration. */
export interface Machine {
  home: string;
  start(...words: string[]): Running;
  json(...words: string[]): Promise<Record<string, unknown>>;
}

/** A forge, a PostgreSQL, and as many machines as a test asks for. */
export interface ClusterWorld extends AsyncDisposable {
  world: World;
  cluster: TestCluster;
  database: string;
  machine(name: string): Promise<Machine>;
  /** Asks the cluster's database directly. */
  query<T>(sql: string): Promise<T[]>;
}

export async function openClusterWorld(options: Parameters<typeof openWorld>[0] = {}): Promise<ClusterWorld> {
  const cluster = await openTestCluster();
  const world = await openWorld(options);
  const { url, login } = await cluster.database();
  await world.configure((config) => {
    config['cluster'] = url;
  });
  const alive = new Set<ChildProcess>();
  const startIn = (home: string, words: string[]): Running => {
    const child = spawn(process.execPath, ['--no-warnings', MAIN, ...words], {
      cwd: world.path,
      env: { ...childEnvironment(), HOME: world.path, AUTODEV_HOME: home, NO_COLOR: '1', USER: 'tester' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    alive.add(child);
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    const ended = new Promise<Said>((resolve) =>
      child.once('close', (code) => {
        alive.delete(child);
        resolve({ code, out, err });
      }),
    );
    return { child, pid: child.pid ?? 0, said: () => ({ out, err }), ended };
  };
  return {
    world,
    cluster,
    database: login.database,
    query: async <T>(sql: string) =>
      (await cluster.query(login.database, `SET search_path = autodev; ${sql}`)) as T[],
    machine: async (name) => {
      const home = join(world.path, name);
      await mkdir(home, { mode: 0o700 });
      await copyFile(join(world.home, 'config.yaml'), join(home, 'config.yaml'));
      return {
        home,
        start: (...words) => startIn(home, words),
        json: async (...words) => {
          const said = await startIn(home, [...words, '--json']).ended;
          if (said.code !== 0) throw new Error(`autodev ${words.join(' ')} gave ${said.code}: ${said.err}`);
          return JSON.parse(said.out) as Record<string, unknown>;
        },
      };
    },
    [Symbol.asyncDispose]: async () => {
      for (const child of alive) {
        child.kill('SIGCONT');
        child.kill('SIGKILL');
      }
      await world[Symbol.asyncDispose]();
      await cluster[Symbol.asyncDispose]();
    },
  };
}
