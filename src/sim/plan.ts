import { RepoSchema } from '../config/schema/repo.ts';
import type { DaemonSettings, WatchedRepo } from '../daemon/parts.ts';
import type { Chooser } from './chooser.ts';

export type Mode = 'safety' | 'liveness';

/** What a run is about: how much there is to do, by whom, and how it is settled. All of it is chosen. */
export interface Plan {
  mode: Mode;
  repos: readonly string[];
  /** Issues per repository. */
  issues: number;
  daemons: readonly string[];
  settings: Settings;
  /** In milliseconds since the beginning: what people and the world do is over by then. */
  faultsUntil: number;
  until: number;
  /** Reviews find something to change again and again. */
  strict?: boolean;
  /** How many people there are, each of whom does something now and then; one where it is absent. */
  people?: number;
  /** Keeps every answer of the forge, to tell which requests it would count. */
  countRequests?: boolean;
}

/** What config.yaml would say; changed by a reload in the middle. */
export interface Settings {
  daemon: DaemonSettings;
  repo: Omit<WatchedRepo, 'id' | 'name' | 'url'>;
  perDayUsd: number;
}

const HOUR_MS = 3_600_000;

export function choosePlan({ choose, pick }: Chooser, mode: Mode): Plan {
  const repos = choose('plan:repos', 3, 0.2) + 1;
  const faultsUntil = pick('plan:faults', [4, 1, 12], 0.3) * HOUR_MS;
  return {
    mode,
    repos: Array.from({ length: repos }, (_, index) => `sim/r${index + 1}`),
    issues: pick('plan:issues', [1, 2, 3, 5], 0.5),
    daemons: choose('plan:daemons', 2, 0.15) === 0 ? ['a'] : ['a', 'b'],
    settings: chooseSettings({ choose, pick }),
    strict: choose('plan:reviews', 2, 0.1) === 1,
    faultsUntil,
    until: mode === 'safety' ? faultsUntil : faultsUntil + bound(repos * 5),
  };
}

/** Within this time everything has to end: each wait that the limits allow, one after the other, for each item. */
export function bound(items: number): number {
  return (48 + 12 * items) * HOUR_MS;
}

function chooseSettings({ pick }: Pick<Chooser, 'choose' | 'pick'>): Settings {
  // A tick in which no scan is due does nothing that the next one would not do.
  const interval = pick('plan:interval', [300, 60], 0.3);
  const { scan_interval_secs: _, ...repo } = RepoSchema.parse({
    url: 'sim:',
    workflow: 'direct',
    auto_merge: pick('plan:merge', ['yes', 'no'], 0.1) === 'yes',
    merge_require_ci: pick('plan:ci', ['yes', 'no'], 0.2) === 'yes',
    max_attempts: pick('plan:attempts', [3, 1, 2], 0.2),
    max_review_rounds: pick('plan:rounds', [3, 1, 2], 0.2),
    on_exhausted: pick('plan:exhausted', ['human', 'approve'], 0.3),
  });
  return {
    daemon: {
      tick_interval_secs: interval,
      reconcile_window_hours: 24,
      max_concurrent: pick('plan:at-once', [3, 1, 2], 0.5),
      max_concurrent_per_repo: pick('plan:per-repo', [2, 1], 0.5),
      drain_secs: 30,
      retry_base_secs: 60,
      worktree_ttl_hours: 72,
      claim_ttl_hours: 6,
      active_hours: [],
    },
    repo: {
      ...repo,
      scan_interval_secs: interval,
      agent: 'scripted',
      model: 'sim',
      language: 'en',
      budget: {
        per_item_usd: pick('plan:item-usd', [5, 1, 0.3], 0.3),
        per_repo_day_usd: pick('plan:repo-usd', [100, 1], 0.1),
      },
    },
    perDayUsd: pick('plan:day-usd', [100, 1], 0.1),
  };
}
