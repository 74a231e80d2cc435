import { z } from 'zod';
import { join as joinPath } from 'node:path';
import type { LoadedConfig } from '../../config/load.ts';
import { clusterHolds } from '../../daemon/cluster/holds.ts';
import { bundlingWorkspaces, fetchBundles } from '../../daemon/cluster/bundles.ts';
import { openEar } from '../../daemon/cluster/ear.ts';
import { isHeld } from '../../daemon/cluster/leases.ts';
import { join } from '../../daemon/cluster/members.ts';
import { tell } from '../../daemon/cluster/tasks.ts';
import { openWorker, type Held } from '../../daemon/cluster/worker.ts';
import { openWorkerWorktrees, type WorkerWorktrees } from '../../daemon/cluster/worker-worktrees.ts';
import type { TaskOutcome } from '../../daemon/cluster/outcome.ts';
import type { WatchedRepo } from '../../daemon/parts.ts';
import { writableFolder } from '../../host/fs/files.ts';
import type { Host } from '../../host/host.ts';
import { takeProcessLock } from '../../host/lock/process-lock.ts';
import { machineName } from '../../host/machine.ts';
import { mustBeWhole } from '../../store/migrating.ts';
import { AutodevError } from '../../work/errors.ts';
import { parseWorkId } from '../../work/ids.ts';
import type { EngineItem } from '../../workflows/engine/item.ts';
import type { Flow } from '../../workflows/engine/flow.ts';
import { Taken } from '../../workflows/engine/stops/interruptions.ts';
import type { Script } from '../../agents/scripted/script.ts';
import { openProgram, type Program } from '../program.ts';
import { openReloads } from '../reloads.ts';
import { openConfigured, openItemQueue } from './open.ts';

export interface WorkerRun {
  home: string;
  host: Host;
  loaded: LoadedConfig;
  version: string;
  slots: number;
  /** Takes nothing new, lets its items end within the drain time. */
  stop: AbortSignal;
  /** Gives its items back at once. */
  now: AbortSignal;
  onReady(program: Program): void;
  problem(message: string): void;
  /** Instead of the program's own. */
  flows?: readonly Flow[];
  script?: Script;
}

/** A worker of a cluster: takes items that the leading coordinator hands out, and does them on this machine. */
export async function runWorker(run: WorkerRun): Promise<void> {
  const { home, host, loaded, slots } = run;
  const { clock, random } = host;
  await writableFolder(home, 'the autodev folder');
  await using _lock = await onlyWorker(home);
  const cluster = await openConfigured(loaded.config, {
    clock,
    random,
    patient: true,
    program: 'autodev worker',
    connections: slots + 6,
  });
  if (cluster === undefined) throw notConfigured();
  const ended = new AbortController();
  try {
    await mustBeWhole(cluster.store);
    await using jobs = await openItemQueue(cluster, () => {});
    const id = `worker-${random.hex(6)}`;
    const program = await openProgram({
      home,
      host,
      parsed: loaded,
      flows: run.flows,
      ...(run.script === undefined ? {} : { script: run.script }),
      // What is open is closed below, when this worker has said that it is gone.
      seat: {
        part: 'worker',
        store: { ...cluster.store, close: async () => {} },
        mayWrite: async () => {},
      },
    });
    await using _program = { [Symbol.asyncDispose]: () => program.close() };
    await using ear = openEar(cluster.pool, clock);
    const worktrees = openWorkerWorktrees({ ...program, host, settings: () => program.config().daemon });
    await worktrees.clear();
    const worker = openWorker({
      id,
      cluster,
      jobs,
      clock,
      ear,
      slots,
      carryOn: (held, signal) => carryOn({ program, host, id, worktrees }, held, signal),
      problem: run.problem,
    });
    await using member = await join(
      {
        db: cluster.db,
        clock,
        onBeat: () => worker.care(),
        outdated: (error) => ended.abort(error),
      },
      { id, kind: 'worker', host: machineName(), pid: process.pid, version: run.version, slots },
    );
    const stop = AbortSignal.any([run.stop, ended.signal]);
    stop.addEventListener('abort', () => void member.say('draining').catch(() => {}), { once: true });
    const drainMs = () => program.config().daemon.drain_secs * 1_000;
    stop.addEventListener('abort', () => program.forgeEnd.within(drainMs()), { once: true });
    run.now.addEventListener('abort', () => program.forgeEnd.within(0), { once: true });
    // A refused file is this machine's alone: it is told in the log, and the cluster's status stays as it is.
    using _watcher = openReloads(program, home, loaded, async (why) => {
      if (why !== '') run.problem(`the changed config.yaml is not in force: ${why}`);
    }).watcher;
    run.onReady(program);
    void worktrees.sweepOn(stop);
    await worker.run(stop, { ms: drainMs, now: run.now });
    if (ended.signal.reason instanceof AutodevError) throw ended.signal.reason;
  } finally {
    await cluster.close();
  }
}

async function onlyWorker(home: string): Promise<AsyncDisposable> {
  const lock = await takeProcessLock(joinPath(home, 'worker.pid'));
  if (lock !== undefined) return lock;
  throw new AutodevError('already_running', `a worker is already running for ${home}`, {
    hint: 'give it more items with --slots, or AUTODEV_HOME for a second one',
  });
}

const notConfigured = () =>
  new AutodevError('invalid_config', 'this machine belongs to no cluster', {
    why: 'config.yaml has no `cluster`',
    hint: 'name the database that the machines share: cluster: postgres://USER@HOST/DATABASE',
  });

const settings = z.looseObject({ name: z.string() });
/** Absent in tasks of earlier versions. */
const budgets = z.object({ dayBudgetUsd: z.number().optional() });

/** One item as far as it goes, with a store, workspaces and a fence that hold only while it is this worker's. */
async function carryOn(
  { program, host, id, worktrees }: { program: Program; host: Host; id: string; worktrees: WorkerWorktrees },
  held: Held,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  const { work, lease, own } = held;
  const { repo } = parseWorkId(work);
  let { dayBudgetUsd } = budgets.parse(held.settings);
  const settingsNow = async (): Promise<WatchedRepo> => {
    const row = await own.db.get<{ settings: string }>('SELECT settings FROM tasks WHERE work_id = ?', work);
    const now: unknown = row === undefined ? held.settings : JSON.parse(row.settings);
    ({ dayBudgetUsd } = budgets.parse(now));
    return settingsOf(now);
  };
  await fetchBundles(program.workspaces, own.db, { repo, work });
  const engine = program.engineOver({
    store: own.store,
    emit: program.bus.through(own.store),
    workspaces: bundlingWorkspaces(program.workspaces, own.db),
    holds: clusterHolds(own.db, host.random, id),
    workerId: id,
    // The coordinator's: budgets are of the cluster, whatever a machine's own file says.
    dayBudgetUsd: () => dayBudgetUsd ?? program.config().budget.per_day_usd,
    fence: async (what) => {
      if (!(await isHeld(own.db, lease))) throw new Taken('another worker took it over');
      await program.fence(what);
    },
  });
  const item: EngineItem = {
    work,
    phase: held.phase,
    settings: settingsOf(held.settings),
    settingsNow,
    trusts: async (login) => program.trustsNow(await settingsNow(), login),
    onPhase: (phase) =>
      own.db.transaction(async (tx) => {
        await tx.run('UPDATE tasks SET phase = ? WHERE work_id = ?', phase, work);
        await tell(tx, 'phase');
      }),
  };
  const advance = await worktrees.during(work, () => engine.advance(program.flows.of(work), item, signal));
  return { kind: 'advanced', advance };
}

/** As the coordinator, which is of the same version or of one that this can read, settled it. */
const settingsOf = (value: unknown): WatchedRepo => settings.parse(value) as unknown as WatchedRepo;
