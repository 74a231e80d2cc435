import { join } from 'node:path';
import type { Script } from '../agents/scripted/script.ts';
import { forgeLogin, reviewerToken, type ForgeLogin } from '../config/secrets.ts';
import { parseConfig, type ParsedConfig } from '../config/parse.ts';
import type { Config } from '../config/schema.ts';
import { eventBus, type EventBus } from '../daemon/bus.ts';
import { openDaemon, type Daemon } from '../daemon/loop.ts';
import { TaskQueues } from '../daemon/task-queues.ts';
import type { Forge } from '../forge/forge.ts';
import { openGitHubForge } from '../forge/github/open.ts';
import { dailyLog } from '../host/daily-log.ts';
import { writableFolder } from '../host/files.ts';
import type { Host } from '../host/host.ts';
import type { Store } from '../store/store.ts';
import { openStore } from '../store/sqlite/open.ts';
import { AutodevError } from '../work/errors.ts';
import { openEngine } from '../workflows/engine/engine.ts';
import { trustGate } from '../workflows/trust.ts';
import { openWorkspaces } from '../workflows/workspace/workspaces.ts';
import { FLOWS } from './flows.ts';
import { hireFrom } from './hire.ts';
import { applyRepos, watchedRepos } from './repos.ts';

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

/** The composition root: one running daemon out of a configuration. */
export async function openProgram(options: ProgramOptions): Promise<Program> {
  const { home, host } = options;
  let { parsed } = options;
  const config = () => parsed.config;
  await writableFolder(home, 'the autodev folder');
  const opened = openStore(join(home, 'autodev.db'), { clock: host.clock, random: host.random });
  const store = options.wrapStore?.(opened) ?? opened;
  try {
    const { forge, reviewer } = await openForges(options);
    const logins = [...new Set([(await forge.viewer()).login, (await reviewer.viewer()).login])];
    const log = dailyLog(config().daemon.log_dir, host.clock, () => config().daemon.log_retention_days);
    log.clean();
    const bus = eventBus(store);
    bus.subscribe((event) => log.line(event));
    const workspaces = openWorkspaces(host.git, { root: join(home, 'workspaces'), forge });
    const queues = new TaskQueues();
    const id = await daemonId(store, host);
    await applyRepos(store, config());
    const repos = () => watchedRepos(store, parsed);
    const hire = hireFrom({
      host,
      home,
      agent: () => config().agent,
      repo: (name) => config().repos.find((repo) => repo.name === name),
      script: options.script,
    });
    const trusts = trustGate(forge, host.clock);
    const engine = openEngine({
      host,
      store,
      forge,
      reviewer,
      workspaces,
      hire,
      logins,
      workerId: id,
      dayBudgetUsd: () => config().budget.per_day_usd,
      emit: bus.emit,
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
      repos,
      logins,
      trusts,
      ...(options.beforeTick === undefined ? {} : { beforeTick: options.beforeTick }),
    });
    const reload = async (fresh: ParsedConfig) => {
      parsed = fresh;
      await applyRepos(store, fresh.config);
      await bus.emit({ type: 'config.reloaded' });
      daemon.wake();
    };
    return { daemon, store, forge, bus, queues, config, reload, close: () => store.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openForges({ host, parsed }: ProgramOptions): Promise<{ forge: Forge; reviewer: Forge }> {
  const { github } = parsed.config;
  const login = await forgeLogin(github, { processes: host.processes });
  if (login === undefined) {
    throw new AutodevError('invalid_config', 'there is no login for the forge', {
      hint: 'set GITHUB_TOKEN, github.token_file in config.yaml, or log in with `gh auth login`',
    });
  }
  const forge = openGitHubForge(host, { apiUrl: github.api_url, token: tokenOf(login) });
  const second = await reviewerToken(github);
  const reviewer =
    second === undefined ? forge : openGitHubForge(host, { apiUrl: github.api_url, token: second });
  return { forge, reviewer };
}

function tokenOf(login: ForgeLogin): string {
  if (login.kind === 'token') return login.token;
  throw new AutodevError('invalid_config', 'github.app is not supported yet');
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
