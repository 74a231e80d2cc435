import type { ChildProcess } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorld, startProgram, type Running, type World } from './cli-world.ts';
import { openTestCluster, type TestCluster } from './cluster.ts';

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
  /** `port`: it reaches the database there. */
  machine(name: string, port?: number): Promise<Machine>;
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
  const startIn = (home: string, words: readonly string[]) =>
    startProgram({ cwd: world.path, home, alive }, words);
  return {
    world,
    cluster,
    database: login.database,
    query: async <T>(sql: string) =>
      (await cluster.query(login.database, `SET search_path = autodev; ${sql}`)) as T[],
    machine: async (name, port) => {
      const home = join(world.path, name);
      await mkdir(home, { mode: 0o700 });
      const text = await readFile(join(world.home, 'config.yaml'), 'utf8');
      const own = port === undefined ? text : text.replace(url, url.replace(/:\d+\//, `:${port}/`));
      await writeFile(join(home, 'config.yaml'), own, { mode: 0o600 });
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
