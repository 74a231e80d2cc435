import { withRest } from '../../agents/rest/with-rest.ts';
import type { CommandInput } from '../../api/control/command.ts';
import { command } from '../../api/control/command.ts';
import { eventBus } from '../../daemon/bus.ts';
import { openFence } from '../../daemon/claims/fence.ts';
import { apply } from '../../daemon/control/apply.ts';
import { PAUSED } from '../../daemon/control/remembered.ts';
import type { Daemon } from '../../daemon/daemon.ts';
import { openDaemon } from '../../daemon/loop.ts';
import type { WatchedRepo } from '../../daemon/parts.ts';
import { TaskQueues } from '../../daemon/queue/task-queues.ts';
import { wakePostponed } from '../../daemon/waiting/wake-postponed.ts';
import type { Forge } from '../../forge/forge.ts';
import type { Clock } from '../../host/clock.ts';
import type { Host } from '../../host/host.ts';
import type { Store } from '../../store/store.ts';
import type { WorkId } from '../../work/ids.ts';
import { openEngine } from '../../workflows/engine/engine.ts';
import { registerFlows } from '../../workflows/engine/flows.ts';
import { openRests } from '../../workflows/engine/stops/rests.ts';
import { issueFlow } from '../../workflows/issue/flow.ts';
import { mergeFlow } from '../../workflows/merge/flow.ts';
import { pullFlow } from '../../workflows/pull/flow.ts';
import { openTrust, writeGate } from '../../workflows/trust.ts';
import type { Workspaces } from '../../workflows/workspace/workspaces.ts';
import { paceOf } from '../pace.ts';
import { LOGIN, type World } from '../world.ts';
import { simAgent } from './agent.ts';
import type { Disk } from './disk.ts';
import { recordSession } from './session-record.ts';

export const FLOWS = registerFlows([issueFlow, pullFlow, mergeFlow]);

/** One process of the daemon, from its start to its end. */
export interface Life {
  readonly daemon: Daemon;
  readonly queues: TaskQueues;
  /** What a person orders on the command line. Never settles when the daemon dies meanwhile. */
  tell(order: CommandInput): Promise<string>;
  /** What began although the daemon had been told to begin nothing. */
  begunInPause(): WorkId[];
  /** Lets sessions end, within the drain time or not; resolves when it is gone. */
  stop(): void;
  readonly ended: Promise<void>;
}

interface Parts {
  world: World;
  id: string;
  host: Host;
  clock: Clock;
  store: Store;
  forge: Forge;
  workspaces: Workspaces;
  disk: Disk;
  /** True when the agent's processes are gone with the machine. */
  isOff: () => boolean;
}

/** The real daemon, engine, ledger and flows on the doors of a simulated machine. */
export async function startLife(parts: Parts): Promise<Life> {
  const { world, id, host, clock, store, forge, workspaces, disk } = parts;
  const logins = [LOGIN];
  const settings = () => ({ ...world.settings.daemon, tick_interval_secs: paceOf(world) });
  const bus = eventBus(store);
  const queues = new TaskQueues(FLOWS);
  const rests = await openRests({ store, clock, emit: bus.emit });
  const trust = openTrust(forge, clock);
  const mayClaim = writeGate(forge, clock);
  const agent = simAgent({
    clock,
    chooser: world.chooser,
    disk,
    strict: world.plan.strict === true,
    faults: world.faults,
    began: (request) => recordSession(world, { daemon: id, now: clock.now, db: disk.db }, request),
  });
  const engine = openEngine({
    host,
    store,
    forge,
    reviewer: forge,
    workspaces,
    agentFor: async () => {
      rests.firstAwake(['scripted']);
      return {
        agent: withRest(agent, rests),
        model: 'sim',
        limits: { turns: 10, wallMs: 3_600_000, idleMs: 3_600_000 },
        env: {},
      };
    },
    logins,
    workerId: id,
    dayBudgetUsd: () => world.settings.perDayUsd,
    emit: bus.emit,
    fence: openFence({ id, host, forge, store, flows: FLOWS, logins, settings, mayClaim }),
    mayRun: async () => {},
  });
  const daemon = openDaemon({
    id,
    host,
    store,
    forge,
    engine,
    flows: FLOWS,
    workspaces,
    queues,
    bus,
    settings,
    repos: watchedRepos(world, store),
    logins,
    rests: {
      all: rests.all,
      standing: () => rests.standing(['scripted']),
      of: () => rests.all(),
      tryNow: async () => {
        await rests.tryNow();
        await wakePostponed(store, clock.now(), 'agent');
      },
    },
    trusts: trust.remembered,
    trustsNow: trust.now,
    mayClaim,
  });
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error('stop'));
  const reload = async () => '';
  const orders = { clock, daemon, store, forge, flows: FLOWS, bus, queues, stop, reload };
  bus.subscribe((event) => {
    if (event.type === 'item.left')
      world.trace.add(id, `${event.work} left: ${event.outcome}, ${event.reason}`);
    if (event.type === 'error') world.trace.add(id, `error: ${event.message}`);
    if (event.type === 'repo.failed') world.trace.add(id, `${event.repo} failed: ${event.message}`);
    if (event.type === 'question.asked') world.trace.add(id, `${event.work} asks: ${event.question}`);
  });
  // As the program does it: a restart does not begin what a person had stopped.
  let paused = (await store.meta.get(PAUSED)) === 'yes';
  if (paused) await daemon.pause();
  /** What ran when it was paused: that goes on. */
  let before: ReadonlySet<WorkId> = new Set();
  return {
    daemon,
    queues,
    tell: async (order) => {
      if (order.name === 'resume') paused = false;
      const outcome = await apply(command.parse(order), orders);
      if (order.name === 'pause' && !paused) before = new Set(daemon.load().running);
      if (order.name === 'pause') paused = true;
      return outcome;
    },
    begunInPause: () => (paused ? [...daemon.load().running].filter((id) => !before.has(id)) : []),
    stop,
    ended: daemon.run(stopping.signal),
  };
}

/** The repositories as the configuration has them at this moment. */
function watchedRepos(world: World, store: Store): () => Promise<WatchedRepo[]> {
  const ids = new Map<string, string>();
  return async () => {
    for (const name of world.plan.repos) {
      if (ids.has(name)) continue;
      const row = { name, url: `sim:${name}`, enabled: true, origin: 'config' } as const;
      const known = (await store.repositories.list()).find((each) => each.name === name);
      ids.set(name, (known ?? (await store.repositories.put(row))).id);
    }
    return world.plan.repos.map((name) => ({
      ...world.settings.repo,
      name,
      url: `sim:${name}`,
      id: ids.get(name) ?? '',
    }));
  };
}
