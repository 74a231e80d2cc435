import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openCluster } from '../../../src/store/postgres/open.ts';
import { openWorld } from '../cli-world.ts';
import type { TestCluster } from '../cluster.ts';
import type { Backend } from './world.ts';

/** The back end of many machines: whoever is started is a coordinator and a worker in homes of their own. */
export async function manyMachines(cluster: TestCluster): Promise<Backend> {
  const { home, path, repo, configure, ...world } = await openWorld();
  const { url, login } = await cluster.database();
  await configure((config) => {
    config['cluster'] = url;
  });
  const homeOf = async (name: string) => {
    const made = join(path, name);
    await mkdir(made, { mode: 0o700 });
    await copyFile(join(home, 'config.yaml'), join(made, 'config.yaml'));
    return made;
  };
  const version = async (sql: string) => (await cluster.query(login.database, sql)) as { version: number }[];
  return {
    repo,
    path,
    takesOver: true,
    members: async (who) => [
      { as: 'daemon', home: await homeOf(`coordinator ${who}`) },
      { as: 'worker', home: await homeOf(`worker ${who}`) },
    ],
    store: async () => (await openCluster(login)).store,
    schemaVersion: {
      get: async () => (await version('SELECT version FROM autodev.version'))[0]?.version ?? 0,
      set: async (to) => void (await version(`UPDATE autodev.version SET version = ${to}`)),
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
