import { loadConfig, type LoadedConfig } from '../config/load.ts';
import { limitsOf } from '../daemon/running/schedule.ts';
import { applyLeft } from '../daemon/control/left-commands.ts';
import { openPublisher } from '../daemon/control/publish.ts';
import { CONFIG_REFUSED, PAUSED } from '../daemon/control/remembered.ts';
import { liveOf, liveStatus, openControl, type ControlParts } from '../daemon/control/server.ts';
import { shareStatus } from '../daemon/cluster/shared-status.ts';
import { tailEvents } from '../daemon/cluster/tail-events.ts';
import { itemsOf } from '../daemon/control/items.ts';
import { takeLock } from '../daemon/lock.ts';
import { writableFolder } from '../host/fs/files.ts';
import type { Host } from '../host/host.ts';
import type { Flow } from '../workflows/engine/flow.ts';
import { openProgram, type Program, type Seat } from './program.ts';
import { openReloads } from './reloads.ts';
import { liveSource } from './live-source.ts';
import { openWebDoor, type ServeWeb } from './web.ts';

export interface DaemonRun {
  home: string;
  host: Host;
  loaded: LoadedConfig;
  version: string;
  /** Takes nothing new, lets sessions end within the drain time. */
  stop: AbortSignal;
  /** Leaves sessions no time. */
  now: AbortSignal;
  onReady(program: Program): void;
  /** Instead of the program's own. */
  flows?: readonly Flow[];
  serveWeb?: ServeWeb;
}

/** Requests to the forge beyond the sessions' time: what is in the queue is given back with these. */
const LAST_MS = 10_000;
const LAST_NOW_MS = 2_000;

/** One daemon from lock to unlock: the loop, its control socket, commands that were left, and the configuration's changes. */
export async function runDaemon(run: DaemonRun): Promise<void> {
  const { home, host, loaded, version } = run;
  await writableFolder(home, 'the autodev folder');
  await using _lock = await takeLock(home);
  if (loaded.config.cluster === undefined) {
    // Awaited here: the lock is held until this function ends.
    await runProgram(run, undefined);
    return;
  }
  const { runCoordinator } = await import('./cluster/coordinator.ts');
  await runCoordinator({
    home,
    host,
    loaded,
    version,
    stop: AbortSignal.any([run.stop, run.now]),
    term: async (seat, over) => runProgram({ ...run, loaded: await latest(run), stop: over }, seat),
  });
}

/** Since this coordinator began to wait for its turn config.yaml may have changed; one with a mistake is not taken. */
function latest({ home, loaded }: DaemonRun): Promise<LoadedConfig> {
  return loadConfig(home).then(
    (fresh) => (fresh.config.cluster === loaded.config.cluster ? fresh : loaded),
    () => loaded,
  );
}

/** The loop of a home, or of a cluster for as long as this coordinator leads it. */
async function runProgram(run: DaemonRun, seat: Seat | undefined): Promise<void> {
  const { home, host, loaded, version } = run;
  let beforeTick = async () => {};
  const program = await openProgram({
    home,
    host,
    parsed: loaded,
    beforeTick: () => beforeTick(),
    flows: run.flows,
    seat,
  });
  const { daemon, store, bus, forge, flows, queues } = program;
  try {
    const ended = new AbortController();
    const end = (reason: unknown, now: boolean) => {
      ended.abort(reason);
      program.forgeEnd.within(now ? LAST_NOW_MS : program.config().daemon.drain_secs * 1_000 + LAST_MS);
      if (now) daemon.stopNow();
    };
    heed(run.stop, () => end(run.stop.reason, false));
    heed(run.now, () => end(run.now.reason, true));
    const refused = (why: string) => store.meta.set(CONFIG_REFUSED, why);
    const reloads = openReloads(program, home, loaded, refused);
    using _watcher = reloads.watcher;
    const orders = {
      clock: host.clock,
      daemon,
      store,
      forge,
      flows,
      bus,
      queues,
      stop: (now: boolean) => end(new Error(now ? 'autodev stop --now' : 'autodev stop'), now),
      reload: reloads.now,
    };
    await store.meta.set(CONFIG_REFUSED, '');
    if ((await store.meta.get(PAUSED)) === 'yes') await daemon.pause();
    const parts: ControlParts = {
      ...orders,
      home,
      version,
      pid: process.pid,
      startedAt: host.clock.now(),
      stopping: () => ended.signal.aborted,
      limits: () => ({
        ...limitsOf(program.config().daemon),
        perDayUsd: program.config().budget.per_day_usd,
      }),
      notInForce: () => program.notInForce(),
      publish: () => publisher.publish(),
      web: (port) => web.open(port),
    };
    const tickMs = () => program.config().daemon.tick_interval_secs * 1_000;
    using publisher = openPublisher({
      ...orders,
      home,
      tickMs,
      status: () => liveStatus(parts),
    });
    beforeTick = async () => {
      await applyLeft(orders);
      await publisher.publish();
      if (seat !== undefined) await share(parts);
    };
    await using _tail = seat === undefined ? undefined : tailEvents(store, bus, host.clock);
    const source = liveSource(parts, host, program.config);
    const web = openWebDoor({
      home,
      host,
      source,
      serve: run.serveWeb,
      port: () => program.config().daemon.web.port,
    });
    const control = await openControl(parts);
    try {
      const id = (await store.meta.get('daemon_id')) ?? '';
      await bus.emit({ type: 'daemon.started', daemon: id, version, pid: process.pid });
      run.onReady(program);
      const why = await web.reopen();
      if (why !== undefined)
        await bus.emit({ type: 'error', work: null, message: 'the web dashboard does not open again', why });
      await daemon.run(ended.signal);
    } finally {
      await web.close();
      await control.close();
    }
  } finally {
    await program.close();
  }
}

/** What the leader has in memory, for those who ask on another machine. */
async function share(parts: ControlParts): Promise<void> {
  const { store, clock } = parts;
  const items = await itemsOf(store, clock.now(), liveOf(parts));
  await shareStatus(store, await liveStatus(parts), { schema_version: 1, items });
}

function heed(signal: AbortSignal, then: () => void): void {
  if (signal.aborted) then();
  else signal.addEventListener('abort', then, { once: true });
}
