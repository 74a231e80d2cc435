import { join } from 'node:path';
import type { Script } from '../agents/scripted/script.ts';
import { parseConfig, type ParsedConfig } from '../config/parse.ts';
import type { Config } from '../config/schema.ts';
import type { EventBus } from '../daemon/bus.ts';
import { openFence } from '../daemon/claims/fence.ts';
import { leadingForge } from '../daemon/cluster/leading-forge.ts';
import type { Daemon } from '../daemon/daemon.ts';
import type { DaemonParts } from '../daemon/parts.ts';
import { openDaemon } from '../daemon/loop.ts';
import { TaskQueues } from '../daemon/queue/task-queues.ts';
import type { Forge } from '../forge/forge.ts';
import { writableFolder } from '../host/fs/files.ts';
import type { Host } from '../host/host.ts';
import { openStore } from '../store/sqlite/open.ts';
import { mustBeWhole } from '../store/migrating.ts';
import type { Store } from '../store/store.ts';
import type { Roots } from '../sessions/locate/roots.ts';
import { AutodevError, messageOf } from '../work/errors.ts';
import type { WorkType } from '../work/ids.ts';
import { openEngine, type Engine, type EngineParts } from '../workflows/engine/engine.ts';
import type { Flow } from '../workflows/engine/flow.ts';
import { registerFlows, type Flows } from '../workflows/engine/flows.ts';
import { redactingForge, refusingForge } from '../workflows/publish/guard-forge.ts';
import { openWorkspaces, type SharedWorkspaces } from '../workflows/workspace/workspaces.ts';
import { agentsChanged } from './agents/agent-rests.ts';
import { openAgents } from './agents/open-agents.ts';
import { openCurrentConfig } from './current-config.ts';
import { daemonId } from './daemon-id.ts';
import { programFlows } from './flows.ts';
import { knowledgeSources } from './knowledge/sources.ts';
import { transcriptRoots } from './knowledge/transcript-roots.ts';
import { openForgeEnd, type ForgeEnd } from './repos/forge-end.ts';
import { openForges } from './repos/forges.ts';
import { notInForce } from './not-in-force.ts';
import { removeOldScratch } from './old-scratch.ts';
import { applyChanges, applyToWorker } from './reload.ts';
import { applyRepos, takenOut } from './repos/repos.ts';
import { sandboxFence } from './sandbox-gate.ts';
import { openTelling } from './telling.ts';
import { openWatchedRepos } from './repos/watched-repos.ts';
import { whoIsTrusted } from './who-is-trusted.ts';
import { worktreeAside } from './worktree-aside.ts';
import { webhookReceiver } from './repos/webhook.ts';

export interface ProgramOptions {
  home: string;
  host: Host;
  parsed: ParsedConfig;
  /** The scripted agent's script, where it is not a file's (the demo). */
  script?: Script;
  /** Sees every part of the store before it is used: tests crash there. */
  wrapStore?: (store: Store) => Store;
  beforeTick?: () => Promise<void>;
  /** Instead of the program's own. */
  flows?: readonly Flow[] | undefined;
  /** Of the program's own flows only this one. */
  only?: WorkType;
  /** Where agents keep their transcripts, instead of the person's usual places. */
  transcripts?: Roots;
  /** Its place in a cluster; absent: it is alone. */
  seat?: Seat | undefined;
  /** How long an unknown outcome is given to show on the forge, look by look. */
  settleMs?: readonly number[];
}

/** What a program is in a cluster: a coordinator that leads, or a worker. */
export interface Seat {
  part: 'coordinator' | 'worker';
  store: Store;
  /** Who does the work, for a coordinator. */
  engine?(of: { queues: TaskQueues; most: () => number; dayBudgetUsd: () => number }): Engine;
  /** Throws when what is to be written on the forge is another's to write by now. */
  mayWrite(): Promise<void>;
}

export interface Program {
  daemon: Daemon;
  store: Store;
  forge: Forge;
  bus: EventBus;
  queues: TaskQueues;
  flows: Flows;
  config(): Config;
  /** An engine like the daemon's over other parts: for one item of a worker. */
  engineOver(
    parts: Pick<
      EngineParts,
      'store' | 'emit' | 'fence' | 'workspaces' | 'holds' | 'workerId' | 'dayBudgetUsd'
    >,
  ): Engine;
  trustsNow: DaemonParts['trustsNow'];
  workspaces: SharedWorkspaces;
  fence: EngineParts['fence'];
  forgeEnd: ForgeEnd;
  /** What the configuration says and this program does not do yet, in words. */
  notInForce(): string[];
  /** Another configuration takes effect: limits, budgets, agents and repositories at once, the login at the next start. */
  reload(parsed: ParsedConfig): Promise<void>;
  close(): Promise<void>;
}

/** The composition root: one running daemon out of a configuration. */
export async function openProgram(options: ProgramOptions): Promise<Program> {
  const { home, host, parsed } = options;
  if (options.seat === undefined) refuseCluster(parsed.config);
  await writableFolder(home, 'the autodev folder');
  const opened =
    options.seat?.store ?? openStore(join(home, 'autodev.db'), { clock: host.clock, random: host.random });
  const store = options.wrapStore?.(opened) ?? opened;
  try {
    await mustBeWhole(store);
    return await assemble(options, store);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function assemble(options: ProgramOptions, store: Store): Promise<Program> {
  const { home, host, seat } = options;
  const { clock } = host;
  const isWorker = seat?.part === 'worker';
  const current = await openCurrentConfig(options.parsed, host);
  const { config } = current;
  const settings = () => config().daemon;

  // Who we are on the forge, and what is told of what we do.
  const forgeEnd = openForgeEnd(clock);
  const { forge, reviewer } = await openForges(host, config().github, store.etags, forgeEnd);
  const logins = [...new Set([(await forge.viewer()).login, (await reviewer.viewer()).login])];
  const id = await daemonId(store, host.random);
  const flows = flowsOf(options, store, config, (error) =>
    telling.sayError('the session index cannot be made', messageOf(error)),
  );
  const telling = openTelling({ host, store, flows, config, delivers: !isWorker });
  const { bus } = telling;

  // What is worked on, and by whom it may be asked for.
  const workspaces = openWorkspaces(host.git, {
    // A worker may share its home with a coordinator, which reads the repositories' own files in clones of its own.
    root: isWorker ? join(home, 'worker', 'workspaces') : join(home, 'workspaces'),
    forge,
    secrets: host.secrets,
    aside: (what) => void bus.emit(worktreeAside(flows, what)),
  });
  const queues = new TaskQueues(flows);
  // Which repositories there are is the coordinator's to say.
  if (!isWorker) for (const name of await applyRepos(store, config())) await telling.sayError(takenOut(name));
  const wake = (repo: string) => daemon.wake(repo);
  const repos = openWatchedRepos({ host, store, forge, workspaces, bus, parsed: current.parsed, wake });
  const trust = whoIsTrusted(forge, clock, logins);
  const { mayClaim, trustsNow } = trust;

  // Who does the work: agents in the sandbox, carried on step by step by the engine.
  const { script } = options;
  const shared = seat !== undefined;
  const agents = await openAgents({ home, host, store, bus, config, repos, script, shared });
  const { rests } = agents;
  if (!isWorker && (await agentsChanged(store, config().agent))) await rests.tryNow();
  const isWatched = async (repo: string) => (await store.repositories.find(repo))?.enabled === true;
  const fence = openFence({ id, host, forge, store, flows, logins, settings, mayClaim, isWatched });
  const dayBudgetUsd = () => config().budget.per_day_usd;
  const engineParts: EngineParts = {
    store,
    forge: refusingForge(forge, host.secrets),
    reviewer: refusingForge(reviewer, host.secrets),
    workspaces,
    agentFor: agents.agentFor,
    logins,
    host: agents.host,
    workerId: id,
    dayBudgetUsd,
    emit: bus.emit,
    fence,
    mayRun: sandboxFence(clock, repos.refused),
    settleMs: options.settleMs,
  };
  const most = () => settings().max_concurrent;
  const written = redactingForge(forge, host.secrets);
  const daemon = openDaemon({
    ...trust,
    id,
    host,
    store,
    forge: seat === undefined ? written : leadingForge(written, () => seat.mayWrite()),
    handsOver: seat !== undefined,
    engine: seat?.engine?.({ queues, most, dayBudgetUsd }) ?? openEngine(engineParts),
    flows,
    workspaces,
    queues,
    bus,
    settings,
    logins,
    rests,
    repos: repos.watched,
    ready: repos.ready,
    repoNow: repos.findNow,
    newDay: async () => {
      await removeOldScratch(home, clock);
      await telling.forgetOld();
    },
    beforeTick: async () => {
      if (shared) await agents.look();
      await options.beforeTick?.();
    },
  });
  const webhook = webhookReceiver(wake);
  if (!isWorker) await webhook.apply(settings().webhook);
  for (const message of notInForce(current.parsed())) await telling.sayError(message);

  return {
    daemon,
    store,
    forge,
    bus,
    queues,
    flows,
    config,
    engineOver: (over) => openEngine({ ...engineParts, ...over }),
    trustsNow,
    workspaces,
    fence,
    forgeEnd,
    notInForce: () => notInForce(current.parsed()),
    reload: async (fresh) => {
      const before = config();
      if (fresh.config.cluster !== before.cluster) refuseChange();
      await current.take(fresh);
      if (isWorker) return applyToWorker(before, fresh, { ...telling, rests });
      await applyChanges(before, fresh, { ...telling, clock, store, webhook, rests });
      await agentsChanged(store, fresh.config.agent);
      daemon.wake();
    },
    close: async () => {
      await webhook.close();
      await repos.settled();
      await telling.close();
      await store.close();
    },
  };
}

/** Those it was given, or its own with what they read of the past. */
function flowsOf(
  { home, host, flows, only, transcripts }: ProgramOptions,
  store: Store,
  config: () => Config,
  failed: (error: unknown) => Promise<void>,
): Flows {
  const sources = knowledgeSources({
    store,
    logs: () => config().daemon.log_dir,
    roots: transcripts ?? transcriptRoots(home),
    random: host.random,
    failed,
  });
  const knowledge = {
    ...sources,
    settings: () => ({ ...config().knowledge, daily_report_hour: config().daemon.daily_report_hour }),
  };
  return registerFlows(
    flows ?? programFlows(knowledge).filter(({ type }) => only === undefined || type === only),
  );
}

function refuseCluster({ cluster }: Config): void {
  if (cluster === undefined) return;
  throw new AutodevError('invalid_config', 'cluster: this command works on one machine alone', {
    hint: 'use another AUTODEV_HOME for it, whose config.yaml names no cluster',
  });
}

function refuseChange(): never {
  throw new AutodevError('invalid_config', 'cluster: takes effect at the next start', {
    hint: 'autodev restart, after autodev cluster migrate where there is work to take along',
  });
}

/** A configuration given as text (JSON is YAML), for programs that bring their own. */
export function parsedConfig(text: string, home: string): ParsedConfig {
  return parseConfig(text, { file: join(home, 'config.yaml'), home });
}
