import { join } from 'node:path';
import type { Script } from '../agents/scripted/script.ts';
import { parseConfig, type ParsedConfig } from '../config/parse.ts';
import { problemText } from '../config/problem.ts';
import type { Config } from '../config/schema.ts';
import { eventBus, type EventBus } from '../daemon/bus.ts';
import { openFence } from '../daemon/fence.ts';
import { openDaemon, type Daemon } from '../daemon/loop.ts';
import { channelOf } from '../daemon/notify/channels.ts';
import { openCourier } from '../daemon/notify/courier.ts';
import { noticesOf } from '../daemon/notify/notice.ts';
import type { WatchedRepo } from '../daemon/parts.ts';
import { wakePostponed } from '../daemon/wake-postponed.ts';
import { TaskQueues } from '../daemon/task-queues.ts';
import type { Forge } from '../forge/forge.ts';
import { severity } from '../work/severity.ts';
import { dailyLog, localDate } from '../host/daily-log.ts';
import { writableFolder } from '../host/files.ts';
import type { Host } from '../host/host.ts';
import type { Store } from '../store/store.ts';
import { openStore } from '../store/sqlite/open.ts';
import { AutodevError, messageOf } from '../work/errors.ts';
import { openEngine } from '../workflows/engine/engine.ts';
import { trustGate, writeGate } from '../workflows/trust.ts';
import { openWorkspaces } from '../workflows/workspace/workspaces.ts';
import { boxedHost } from './boxed-host.ts';
import { FLOWS } from './flows.ts';
import { openForges } from './forges.ts';
import { hireFrom } from './hire.ts';
import { notInForce } from './not-in-force.ts';
import { removeOldScratch } from './old-scratch.ts';
import { openOwnFiles } from './own-files.ts';
import { applyRepos, openRepos } from './repos.ts';
import { sandboxGate } from './sandbox-gate.ts';
import { webhookDoor } from './webhook.ts';

export interface ProgramOptions {
  home: string;
  host: Host;
  parsed: ParsedConfig;
  /** The scripted agent's script, where it is not a file's (the demo). */
  script?: Script;
  /** Sees every part of the store before it is used: tests crash there. */
  wrapStore?: (store: Store) => Store;
  beforeTick?: () => Promise<void>;
  /** How long an unknown outcome is given to show on the forge, look by look. */
  settleMs?: readonly number[];
}

export interface Program {
  daemon: Daemon;
  store: Store;
  forge: Forge;
  bus: EventBus;
  queues: TaskQueues;
  config(): Config;
  /** Another configuration takes effect: limits, budgets, agents and repositories at once, the login at the next start. */
  reload(parsed: ParsedConfig): Promise<void>;
  close(): Promise<void>;
}

/** Said at every scan or many times in a session: of no use once the logs of that day are gone. */
const PASSING = ['repo.scanned', 'repo.failed', 'session.progress'] as const;
const DAY_MS = 24 * 3_600_000;
/** How long a stopping daemon waits for those who are to be told. */
const LAST_WORDS_MS = 2_000;

/** The composition root: one running daemon out of a configuration. */
export async function openProgram(options: ProgramOptions): Promise<Program> {
  const { home, host } = options;
  const { clock } = host;
  let { parsed } = options;
  const config = () => parsed.config;
  refuseCluster(config());
  await writableFolder(home, 'the autodev folder');
  const opened = openStore(join(home, 'autodev.db'), { clock, random: host.random });
  const store = options.wrapStore?.(opened) ?? opened;
  try {
    const { forge, reviewer } = await openForges(host, config().github, store.etags);
    const logins = [...new Set([(await forge.viewer()).login, (await reviewer.viewer()).login])];
    const log = dailyLog(
      () => config().daemon.log_dir,
      clock,
      () => config().daemon.log_retention_days,
    );
    const bus = eventBus(store, (event) => noticesOf(event, config().notify, localDate(clock.now())));
    bus.subscribe((event) => log.line(event, severity(event)));
    const sayError = (message: string, why: string | null = null) =>
      bus.emit({ type: 'error', work: null, message, why });
    const courier = openCourier({
      clock,
      outbox: store.outbox,
      channel: (name) => channelOf(host, config().notify, name),
      gaveUp: ({ channel }, error) => void sayError(`a notice could not be told by ${channel}`, error),
    });
    bus.subscribe(() => courier.wake());
    const workspaces = openWorkspaces(host.git, { root: join(home, 'workspaces'), forge });
    const queues = new TaskQueues();
    const id = await daemonId(store, host);
    await applyRepos(store, config());
    const ownFiles = openOwnFiles({
      forge,
      workspaces,
      changed: (repo) => ownFileChanged(repo),
      failed: (repo, error) => bus.emit({ type: 'repo.failed', repo, message: messageOf(error) }),
    });
    const repos = openRepos(store, () => parsed, ownFiles.get);
    const ownFileChanged = async (repo: string) => {
      const problems = (await repos.problems(repo)).map(problemText);
      if (ownFiles.get(repo) !== undefined) await bus.emit({ type: 'repo.config', repo, problems });
      daemon.wake(repo);
    };
    const gate = trustGate(forge, clock);
    const mayClaim = writeGate(forge, clock);
    // A GitHub App is a bot, which nobody lists; what we open ourselves is ours to review all the same.
    const isOurApp = (login: string) => login.endsWith('[bot]') && logins.includes(login);
    const mayWork = sandboxGate(host, forge, () => config().sandbox);
    const ready = async (repo: WatchedRepo) => {
      const refused = await mayWork({ name: repo.name, agent: repo.agent });
      if (refused !== undefined) throw new AutodevError('gate_closed', refused);
      return (await ownFiles.upToDate(repo.name)) ? repos.find(repo.name) : undefined;
    };
    const boxed = boxedHost(host, home, config);
    const hire = hireFrom({
      host: boxed,
      home,
      agent: () => config().agent,
      sandbox: () => config().sandbox,
      repo: repos.find,
      script: options.script,
    });
    const engine = openEngine({
      host: boxed,
      store,
      forge,
      reviewer,
      workspaces,
      hire,
      logins,
      workerId: id,
      dayBudgetUsd: () => config().budget.per_day_usd,
      emit: bus.emit,
      fence: openFence({ id, host, forge, store, logins, settings: () => config().daemon, mayClaim }),
      settleMs: options.settleMs,
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
      settings: () => config().daemon,
      repos: () => repos.watched(),
      ready,
      logins,
      trusts: async (repo, login) => isOurApp(login) || gate(repo, login),
      mayClaim,
      newDay: async () => {
        const oldest = clock.now() - config().daemon.log_retention_days * DAY_MS;
        log.clean();
        await removeOldScratch(home, clock);
        await store.outbox.clean(oldest);
        await store.events.forget(PASSING, oldest);
      },
      ...(options.beforeTick === undefined ? {} : { beforeTick: options.beforeTick }),
    });
    const webhook = webhookDoor((repo) => daemon.wake(repo));
    await webhook.apply(config().daemon.webhook);
    for (const message of notInForce(parsed)) await sayError(message);
    const reload = async (fresh: ParsedConfig) => {
      refuseCluster(fresh.config);
      const before = parsed.config;
      parsed = fresh;
      await applyRepos(store, fresh.config);
      await bus.emit({ type: 'config.reloaded' });
      if (budgetsOf(before) !== budgetsOf(fresh.config)) await wakePostponed(store, clock.now());
      if (JSON.stringify(before.github) !== JSON.stringify(fresh.config.github))
        await sayError('the changed login for the forge is used from the next start on');
      for (const message of notInForce(fresh)) await sayError(message);
      await webhook
        .apply(fresh.config.daemon.webhook)
        .catch((error: unknown) => sayError('the webhook receiver is closed', messageOf(error)));
      daemon.wake();
    };
    const close = async () => {
      await webhook.close();
      await ownFiles.settled();
      await courier.close(LAST_WORDS_MS);
      await store.close();
    };
    return { daemon, store, forge, bus, queues, config, reload, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Every budget there is, to be compared. */
const budgetsOf = ({ budget, repo_defaults: defaults, repos }: Config): string =>
  JSON.stringify([budget, defaults.budget, repos.map((repo) => repo.budget)]);

function refuseCluster({ cluster }: Config): void {
  if (cluster === undefined) return;
  throw new AutodevError('invalid_config', 'cluster: several machines are not part of this version', {
    hint: 'take it out of config.yaml to run on this machine alone',
  });
}

/** This home's name towards other daemons on the same repositories. */
async function daemonId(store: Store, host: Host): Promise<string> {
  const known = await store.meta.get('daemon_id');
  if (known !== undefined) return known;
  const made = `d-${host.random.hex(6)}`;
  await store.meta.set('daemon_id', made);
  return made;
}

/** A configuration given as text (JSON is YAML), for programs that bring their own. */
export function parsedConfig(text: string, home: string): ParsedConfig {
  return parseConfig(text, { file: join(home, 'config.yaml'), home });
}
