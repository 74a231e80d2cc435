import type { AgentWord } from '../config/schema/repo.ts';
import type { Rest } from '../agents/rest/rest.ts';
import type { Forge } from '../forge/forge.ts';
import type { Host } from '../host/host.ts';
import type { Store } from '../store/store.ts';
import type { Role } from '../work/roles.ts';
import type { WorkContext } from '../workflows/engine/steps/context.ts';
import type { Engine } from '../workflows/engine/engine.ts';
import type { Flows } from '../workflows/engine/flows.ts';
import type { RepoSettings } from '../workflows/engine/settings.ts';
import type { Workspaces } from '../workflows/workspace/workspaces.ts';
import type { EventBus } from './bus.ts';
import type { TaskQueues } from './queue/task-queues.ts';

export interface WatchedRepo extends RepoSettings {
  id: string;
  scan_interval_secs: number;
  agent: AgentWord;
}

export interface DaemonSettings {
  tick_interval_secs: number;
  reconcile_window_hours: number;
  max_concurrent: number;
  max_concurrent_per_repo: number;
  drain_secs: number;
  retry_base_secs: number;
  worktree_ttl_hours: number;
  claim_ttl_hours: number;
  active_hours: readonly string[];
}

/** What the daemon is built from. The composition root makes it; nothing here opens anything itself. */
export interface DaemonParts {
  id: string;
  host: Host;
  store: Store;
  forge: Forge;
  engine: Engine;
  flows: Flows;
  workspaces: Workspaces;
  queues: TaskQueues;
  bus: EventBus;
  settings: () => DaemonSettings;
  /** Enabled repositories with their merged settings. */
  repos: () => Promise<WatchedRepo[]>;
  /**
   * The repository as it is settled now. Undefined: its settings are being read, or it was removed; a wake follows.
   * Throws when it must not be worked on, with the reason.
   */
  ready?: (repo: WatchedRepo) => Promise<WatchedRepo | undefined>;
  /** One of them with what its own file says at this moment, for everything that costs or that people see. */
  repoNow?: (name: string) => Promise<WatchedRepo | undefined>;
  /** Another coordinator goes on with what is here: nothing is waited for at the end, and nothing given back. */
  handsOver?: boolean;
  /** At start and after every midnight. */
  newDay?: () => Promise<void>;
  logins: readonly string[];
  /** For scans; may be as old as a minute. */
  trusts: (repo: RepoSettings, login: string) => Promise<boolean>;
  /** For everything that costs or that people see: asked of the forge each time. */
  trustsNow: (repo: RepoSettings, login: string) => Promise<boolean>;
  /** Whether a login's claim on an item is to be respected: it has write access there. */
  mayClaim: (repo: string, login: string) => Promise<boolean>;
  /** The agents that rest, and what that means for the sessions of a role in a repository. */
  rests?: AgentRests;
  /** Commands that were left while no daemon could be asked. */
  beforeTick?: () => Promise<void>;
}

export interface AgentRests {
  all(): Rest[];
  /** `rests`: no session of this role can begin. `tries`: one may, to see whether the rest is over. */
  standing(repo: WatchedRepo, role: Role): 'works' | 'tries' | 'rests';
  /** Those that keep a role from working. */
  of(repo: WatchedRepo, role: Role): Rest[];
  tryNow(): Promise<void>;
}

/** What a scan, its screening and admission need. */
export type ContextParts = Pick<DaemonParts, 'host' | 'store' | 'forge' | 'logins' | 'trusts'>;

export function contextFor(parts: ContextParts, repo: WatchedRepo): WorkContext {
  const { host, store, forge, logins } = parts;
  return { host, store, forge, logins, settings: repo, trusts: (login) => parts.trusts(repo, login) };
}
