import { join } from 'node:path';
import { makeFolder, writableFolder } from '../../host/fs/files.ts';
import type { Host } from '../../host/host.ts';
import { holderOf, takeProcessLock, type ProcessLock } from '../../host/lock/process-lock.ts';
import { serve } from '../../host/net/serve.ts';
import { openDatabase } from '../../host/db/sqlite.ts';
import { AutodevError } from '../../work/errors.ts';
import { openAccounts, tokenTable, type Account } from './accounts.ts';
import { buildApp } from './app.ts';
import { openFaults, type Faults } from './http/faults.ts';
import { removeLeftovers, writeGitHooks } from './git/bare.ts';
import { announceTo } from './hooks/deliver.ts';
import { openLimits } from './http/limits.ts';
import { reflectPushes } from './pushes.ts';
import { MIGRATIONS } from './schema.ts';
import { openSerial } from '../../work/serial.ts';
import type { Site } from './site.ts';
import { allRepositories } from './tables/repositories.ts';
import { userById } from './tables/users.ts';

export interface EmbeddedForgeOptions {
  /** Folder for the database, the tokens and the bare repositories; made when missing. */
  data: string;
  /** 0 or absent: a free one. */
  port?: number;
  /** Logins; those ending in `[bot]` are apps. They are added to those the folder already has. */
  users?: readonly string[];
  /** Requests per user and hour before 403. */
  requestsPerHour?: number;
}

export interface EmbeddedForge {
  /** Where a person looks. */
  url: string;
  /** A link that signs the first user in. */
  signInUrl: string;
  /** Where a client talks to. */
  apiUrl: string;
  data: string;
  users: Account[];
  faults: Faults;
  close(): Promise<void>;
}

const PLENTY = 1_000_000;

/** A forge in this process: GitHub's API, git over HTTP and web pages on one loopback port. */
export async function startEmbeddedForge(host: Host, options: EmbeddedForgeOptions): Promise<EmbeddedForge> {
  const { data } = options;
  await writableFolder(data, "the forge's folder", { mode: 0o700, setting: '--data' });
  const lock = await lockData(data);
  try {
    return await start(host, options, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Two forges on one folder would each answer with what the other does not know. */
async function lockData(data: string): Promise<ProcessLock> {
  const pidFile = join(data, 'forge.pid');
  const lock = await takeProcessLock(pidFile);
  if (lock !== undefined) return lock;
  const holder = await holderOf(pidFile);
  const who = holder === undefined ? '' : ` (pid ${holder.pid})`;
  throw new AutodevError('already_running', `a forge is already running on ${data}${who}`, {
    hint: 'stop that one, or give this one another folder with --data',
  });
}

async function start(host: Host, options: EmbeddedForgeOptions, lock: ProcessLock): Promise<EmbeddedForge> {
  const { data } = options;
  await makeFolder(join(data, 'repositories'));
  await writeGitHooks(join(data, 'git-hooks'));
  const db = openDatabase(join(data, 'forge.db'), { migrations: MIGRATIONS });
  try {
    const users = await openAccounts(host, db, data, options.users);
    const stop = new AbortController();
    const running = new Set<Promise<unknown>>();
    const site: Site = {
      host,
      db,
      url: '',
      repositories: join(data, 'repositories'),
      gitHooks: join(data, 'git-hooks'),
      tokens: tokenTable(users),
      linkKey: host.random.hex(32),
      serial: openSerial(),
      limits: openLimits(host.clock, options.requestsPerHour ?? PLENTY),
      faults: openFaults(),
      memo: new Map(),
      stopping: stop.signal,
      track: (work) => {
        const entry: Promise<unknown> = work.catch(() => {}).finally(() => running.delete(entry));
        running.add(entry);
      },
      announce: (announcement) => announceTo(site, announcement),
    };
    // What a crash left half done is finished before anybody asks.
    for (const repo of allRepositories(db)) {
      await removeLeftovers(site, repo);
      await reflectPushes(site, repo, userById(db, repo.owner_id));
    }
    const served = await serve(buildApp(site), { port: options.port ?? 0 });
    site.url = served.url;
    return {
      url: served.url,
      signInUrl: `${served.url}/login?token=${users[0]?.token ?? ''}`,
      apiUrl: served.url,
      data,
      users,
      faults: site.faults,
      close: async () => {
        stop.abort(new Error('the forge is ending'));
        await served.close();
        while (running.size > 0) await Promise.all(running);
        db.close();
        await lock.release();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
