import type { Agent } from '../../src/agents/agent.ts';
import { withRest } from '../../src/agents/rest/with-rest.ts';
import { openScriptedAgent } from '../../src/agents/scripted/open.ts';
import type { Script } from '../../src/agents/scripted/script.ts';
import { command, type CommandInput } from '../../src/api/control/command.ts';
import { RepoSchema } from '../../src/config/schema/repo.ts';
import { eventBus, type EventBus } from '../../src/daemon/bus.ts';
import { apply } from '../../src/daemon/control/apply.ts';
import { openFence } from '../../src/daemon/claims/fence.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import { openDaemon } from '../../src/daemon/loop.ts';
import type { DaemonSettings, WatchedRepo } from '../../src/daemon/parts.ts';
import { wakePostponed } from '../../src/daemon/waiting/wake-postponed.ts';
import { TaskQueues } from '../../src/daemon/queue/task-queues.ts';
import type { Host } from '../../src/host/host.ts';
import { randomFrom } from '../../src/host/random.ts';
import type { Store } from '../../src/store/store.ts';
import { openStore } from '../../src/store/sqlite/open.ts';
import { parseWorkId, type RunId } from '../../src/work/ids.ts';
import type { Flow } from '../../src/workflows/engine/flow.ts';
import { registerFlows } from '../../src/workflows/engine/flows.ts';
import { openEngine } from '../../src/workflows/engine/engine.ts';
import { openRests, type Rests } from '../../src/workflows/engine/stops/rests.ts';
import { issueFlow } from '../../src/workflows/issue/flow.ts';
import { openTrust } from '../../src/workflows/trust.ts';
import { virtualClock, type VirtualClock } from '../support/clock.ts';
import { testHost } from '../support/host.ts';
import { memoryForge, type MemoryForge } from './memory-forge.ts';
import { memoryWorkspaces } from './memory-workspaces.ts';

/** What the agents of a world did: one entry per session. */
export interface Session {
  repo: string;
  number: number;
  home: string;
  began: number;
  ended: number | undefined;
}

export interface World {
  clock: VirtualClock;
  forge: MemoryForge;
  sessions: Session[];
  /** Sessions that run at this moment. */
  running(): Session[];
  /** Called whenever a session begins or ends. */
  watch(look: () => void): void;
  /** A folder of autodev's own: what it keeps outlives a daemon. */
  home(name: string): Home;
}

export interface Home {
  store: Store;
  start(settings?: Partial<DaemonSettings>): Life;
}

export interface Life {
  daemon: Daemon;
  bus: EventBus;
  queues: TaskQueues;
  settings: DaemonSettings;
  /** What a person orders on the command line. Never settles when the daemon dies meanwhile. */
  tell(order: CommandInput): Promise<string>;
  /** As `kill`, right before the call of the store or the forge that comes after this many. */
  dieAfter(calls: number): void;
  /** Gone between two instructions: nothing it began goes on, nothing is put in order. */
  kill(): void;
  stop(): Promise<void>;
}

const SETTINGS: DaemonSettings = {
  tick_interval_secs: 10,
  reconcile_window_hours: 24,
  max_concurrent: 3,
  max_concurrent_per_repo: 2,
  drain_secs: 30,
  retry_base_secs: 60,
  worktree_ttl_hours: 72,
  claim_ttl_hours: 6,
  active_hours: [],
};

const ANSWER = { verdict: 'wontfix', confidence: 0.9, summary: 'looked at' };

/** Thinks for a minute, costs ten cents, says no: every issue is handled in one session and left with `skip`. */
export const LOOKS: Script = [
  {
    when: /^\[autodev\]/,
    steps: [
      { do: 'wait', ms: 60_000 },
      { do: 'cost', usd: 0.1 },
      { do: 'answer', value: ANSWER },
    ],
  },
];

export function openWorld(options: {
  repos: Record<string, object>;
  script?: Script;
  perDayUsd?: number;
  flows?: readonly Flow[];
}): World {
  const clock = virtualClock();
  const forge = memoryForge(clock);
  let seed = 1;
  const random = randomFrom((count) =>
    Buffer.from(Array.from({ length: count }, () => ((seed = (seed * 48_271) % 2_147_483_647) >> 8) & 0xff)),
  );
  const host: Host = testHost({ clock, random });
  const sessions: Session[] = [];
  const watchers: (() => void)[] = [];
  const settled = Object.entries(options.repos).map(([name, said]): Omit<WatchedRepo, 'id'> => {
    forge.addRepository(name);
    return {
      ...RepoSchema.parse({ url: `memory:${name}`, scan_targets: ['issues'], ...said }),
      name,
      agent: 'scripted',
      model: 'none',
      language: 'en',
      budget: { per_item_usd: 5, per_repo_day_usd: 1_000, ...(said as { budget?: object }).budget },
    };
  });

  const home = (name: string): Home => {
    const store = openStore(':memory:', { clock, random });
    const agent = observed(openScriptedAgent(host, options.script ?? LOOKS), name);
    return { store, start: (more = {}) => start(name, store, agent, { ...SETTINGS, ...more }) };
  };
  const observed = (agent: Agent, by: string): Agent => ({
    ...agent,
    run: async function* (request) {
      const { repo, number } = parseWorkId((request.tag as RunId).split('@')[0] ?? '');
      const session: Session = { repo, number, home: by, began: clock.now(), ended: undefined };
      sessions.push(session);
      for (const look of watchers) look();
      for await (const event of agent.run(request)) {
        if (event.type === 'finished') {
          // One that was killed has no end of its own.
          session.ended ??= clock.now();
          for (const look of watchers) look();
        }
        yield event;
      }
    },
  });
  const start = (name: string, kept: Store, agent: Agent, settings: DaemonSettings): Life => {
    let dead = false;
    let callsLeft = Infinity;
    const isDead = () => {
      callsLeft -= 1;
      dead ||= callsLeft < 0;
      return dead;
    };
    const store = mortal(kept, isDead);
    const ours = mortal(forge.as('autodev'), isDead);
    const flows = registerFlows(options.flows ?? [issueFlow]);
    const bus = eventBus(store);
    const queues = new TaskQueues(flows);
    const workspaces = memoryWorkspaces();
    const rests = openRests({ store, clock, emit: bus.emit });
    const known: { rests: Rests | undefined } = { rests: undefined };
    void rests.then((opened) => (known.rests = opened));
    const id = `d-${name}`;
    const logins = ['autodev'];
    const mayClaim = async () => true;
    const engine = openEngine({
      host,
      store,
      forge: ours,
      reviewer: ours,
      workspaces,
      agentFor: async () => ({
        agent: withRest(agent, await awake(rests)),
        model: 'none',
        limits: { turns: 10, wallMs: 3_600_000, idleMs: 3_600_000 },
        env: {},
      }),
      logins,
      workerId: name,
      dayBudgetUsd: () => options.perDayUsd ?? 1_000,
      emit: bus.emit,
      fence: openFence({ id, host, forge: ours, store, flows, logins, settings: () => settings, mayClaim }),
      mayRun: async () => {},
    });
    const trust = openTrust(ours, clock);
    const daemon = openDaemon({
      id,
      host,
      store,
      forge: ours,
      engine,
      flows,
      workspaces,
      queues,
      bus,
      settings: () => settings,
      repos: async () => {
        const rows = new Map((await store.repositories.list()).map(({ name: repo, id }) => [repo, id]));
        const watched: WatchedRepo[] = [];
        for (const repo of settled) {
          const row = { name: repo.name, url: repo.url, enabled: true, origin: 'config' } as const;
          const id = rows.get(repo.name) ?? (await store.repositories.put(row)).id;
          watched.push({ ...repo, id });
        }
        return watched;
      },
      logins,
      rests: {
        all: () => known.rests?.all() ?? [],
        standing: () => known.rests?.standing([agent.name]) ?? 'rests',
        of: () => known.rests?.all() ?? [],
        tryNow: async () => {
          await (await rests).tryNow();
          await wakePostponed(store, clock.now(), 'agent');
        },
      },
      trusts: trust.remembered,
      trustsNow: trust.now,
      mayClaim,
    });
    const stopping = new AbortController();
    const ran = daemon.run(stopping.signal);
    const orders = {
      clock,
      daemon,
      store,
      forge: ours,
      flows,
      bus,
      queues,
      stop: () => {},
      reload: async () => '',
    };
    return {
      daemon,
      bus,
      queues,
      settings,
      tell: (order) => apply(command.parse(order), orders),
      dieAfter: (calls) => {
        callsLeft = calls;
      },
      kill: () => {
        dead = true;
        daemon.stopNow();
        for (const session of sessions) if (session.home === name) session.ended ??= -1;
      },
      stop: async () => {
        stopping.abort(new Error('stop'));
        await clock.advance(60_000);
        await ran;
      },
    };
  };
  return {
    clock,
    forge,
    sessions,
    running: () => sessions.filter(({ ended }) => ended === undefined),
    watch: (look) => watchers.push(look),
    home,
  };
}

async function awake(rests: Promise<Rests>): Promise<Rests> {
  const opened = await rests;
  opened.firstAwake(['scripted']);
  return opened;
}

/** After death no call returns: the daemon stands still for ever, wherever it was. */
function mortal<T extends object>(part: T, dead: () => boolean): T {
  return new Proxy(part, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value === 'function')
        return (...args: unknown[]) =>
          dead() ? new Promise(() => {}) : (value as (...given: unknown[]) => unknown)(...args);
      return typeof value === 'object' && value !== null ? mortal(value, dead) : value;
    },
  });
}
