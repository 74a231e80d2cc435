import { join } from 'node:path';
import type { LoadedConfig } from '../../config/load.ts';
import { fetchBundles, bundlingWorkspaces } from '../../daemon/cluster/bundles.ts';
import { takeLock } from '../../daemon/lock.ts';
import { openDatabase } from '../../host/db/sqlite.ts';
import { writableFolder } from '../../host/fs/files.ts';
import type { Host } from '../../host/host.ts';
import { machineName } from '../../host/machine.ts';
import { beginMigration, endMigration } from '../../store/migrating.ts';
import { copyToCluster, copyToHome } from '../../store/postgres/copy.ts';
import type { ClusterDatabase } from '../../store/postgres/open.ts';
import { beginEffectChain } from '../../store/sqlite/begin-effect-chain.ts';
import { MIGRATIONS } from '../../store/sqlite/migrations.ts';
import { storeOn } from '../../store/sqlite/open.ts';
import { AutodevError } from '../../work/errors.ts';
import { parseWorkId } from '../../work/ids.ts';
import type { StepRecord } from '../../store/tables/steps.ts';
import { openWorkspaces, type SharedWorkspaces } from '../../workflows/workspace/workspaces.ts';
import { openForges } from '../repos/forges.ts';
import { openConfigured } from './open.ts';

export interface Migrated {
  rows: number;
  /** Runs that had not ended, whose kept commits were taken along. */
  runs: number;
}

export interface Migration {
  home: string;
  host: Host;
  loaded: LoadedConfig;
  back: boolean;
}

/** Takes what a home remembers into its cluster, or back, while nobody works with either. */
export async function migrateStore(at: Migration): Promise<Migrated> {
  const { home, host, loaded } = at;
  const { clock, random } = host;
  const cluster = await openConfigured(loaded.config, {
    clock,
    random,
    program: 'autodev cluster migrate',
    connections: 4,
  });
  if (cluster === undefined)
    throw new AutodevError('invalid_config', 'this machine belongs to no cluster', {
      why: 'config.yaml has no `cluster`',
      hint: 'name the database first: cluster: postgres://USER@HOST/DATABASE',
    });
  try {
    await using _lock = await onlyHere(home);
    return await migrateAlone(at, cluster);
  } finally {
    await cluster.close();
  }
}

/** No daemon begins in the middle of it. */
async function onlyHere(home: string): Promise<AsyncDisposable> {
  await writableFolder(home, 'the autodev folder');
  return takeLock(home);
}

async function migrateAlone(at: Migration, cluster: ClusterDatabase): Promise<Migrated> {
  const sqlite = openDatabase(join(at.home, 'autodev.db'), { migrations: MIGRATIONS });
  const into = at.back ? storeOn(sqlite, {}) : cluster.store;
  const from = at.back ? 'the cluster' : `${machineName()}:${at.home}`;
  let copied = false;
  // Noted first: whoever starts from now on is told, and whoever is at work already is seen.
  const again = await beginMigration(into, from);
  try {
    await mustRest(cluster);
    beginEffectChain(sqlite);
    const rows = at.back
      ? await copyToHome(cluster.db, sqlite, { again })
      : await copyToCluster(sqlite, cluster.db, { again });
    copied = true;
    const runs = await takeCommits(at, cluster);
    await endMigration(into);
    return { rows, runs };
  } catch (error) {
    if (!copied && !again) await endMigration(into);
    throw error;
  } finally {
    sqlite.close();
  }
}

async function mustRest({ store }: ClusterDatabase): Promise<void> {
  const there = (await store.machines.all()).filter(({ state }) => state !== 'silent');
  if (there.length === 0) return;
  throw new AutodevError('already_running', 'machines of the cluster are at work', {
    why: there.map(({ kind, host, pid }) => `${kind} ${host}:${pid}`).join(', '),
    hint: 'stop them first',
  });
}

/** The commits of finished steps of runs that go on: into the journal, or into this home's clones. */
async function takeCommits(
  { home, host, loaded, back }: Migration,
  { db, store }: ClusterDatabase,
): Promise<number> {
  const { forge } = await openForges(host, loaded.config.github, store.etags);
  const workspaces = openWorkspaces(host.git, {
    root: join(home, 'workspaces'),
    forge,
    secrets: host.secrets,
  });
  const open = [];
  for (const { name } of await store.repositories.list()) open.push(...(await store.runs.open(name)));
  for (const run of open) {
    const { repo } = parseWorkId(run.work);
    if (back) await fetchBundles(workspaces, db, { repo, work: run.work });
    else await keepAll(workspaces, db, repo, await store.steps.finished(run.id));
  }
  return open.length;
}

async function keepAll(
  workspaces: SharedWorkspaces,
  db: ClusterDatabase['db'],
  repo: string,
  steps: readonly StepRecord[],
): Promise<void> {
  const keeping = bundlingWorkspaces(workspaces, db);
  for (const { run, name, round, commit } of steps) {
    if (commit === null || !(await workspaces.has(repo, commit).catch(() => false))) continue;
    await keeping.keep(repo, run, `${name}-${round}`, commit);
  }
}
