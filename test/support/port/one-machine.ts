import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../src/host/db/sqlite.ts';
import { openStore } from '../../../src/store/sqlite/open.ts';
import { openWorld, until } from '../cli-world.ts';
import type { Backend } from './world.ts';

/** The back end of one machine: whoever is started works in the same home. */
export async function oneMachine(): Promise<Backend> {
  const { home, path, repo, ...world } = await openWorld();
  const file = join(home, 'autodev.db');
  return {
    repo,
    path,
    takesOver: false,
    members: async () => [{ as: 'daemon', home }],
    store: async () => {
      await until(() => existsSync(file));
      return openStore(file);
    },
    schemaVersion: {
      get: async () => {
        const db = openDatabase(file, { readOnly: true });
        const row = db.get<{ user_version: number }>('PRAGMA user_version');
        db.close();
        return Number(row?.user_version);
      },
      set: async (version) => {
        const db = openDatabase(file);
        db.run(`PRAGMA user_version = ${version}`);
        db.close();
      },
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
