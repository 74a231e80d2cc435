import { repeatingChooser, seededChooser } from '../../../src/sim/chooser.ts';
import { choosePlan, type Plan } from '../../../src/sim/plan.ts';
import { runWorld, type Ran } from '../../../src/sim/run.ts';

const HOUR_MS = 3_600_000;
/** As good as no limit: these worlds end by their time. */
const STEPS = 100_000_000;

const names = (count: number) => Array.from({ length: count }, (_, n) => `sim/r${n + 1}`);

/** Repositories in which nobody does anything. */
export function idle(repos: number, hours: number, onStep: (now: number) => void = () => {}): Promise<Ran> {
  const chooser = repeatingChooser(new Map());
  const plan: Plan = {
    ...choosePlan(chooser, 'safety'),
    repos: names(repos),
    issues: 0,
    faultsUntil: 0,
    until: hours * HOUR_MS,
    countRequests: true,
  };
  return runWorld(chooser, { mode: 'safety', steps: STEPS, plan, whole: true, onStep });
}

/** What was counted after every repository had been looked at for the first time. */
export const countedLater = ({ counted }: Ran) => counted.filter(({ at }) => at > HOUR_MS);

export interface Size {
  repos: number;
  /** In all. */
  items: number;
  days: number;
}

/** Every fault for most of the time, with much to do and many people; then the rest of the time to come to an end. */
export function busy(
  seed: number,
  { repos, items, days }: Size,
  onStep: (now: number) => void,
): Promise<Ran> {
  const chooser = seededChooser(seed);
  const chosen = choosePlan(chooser, 'liveness');
  const { daemon, repo } = chosen.settings;
  const settings = {
    daemon: { ...daemon, max_concurrent: repos, max_concurrent_per_repo: 2 },
    repo: { ...repo, auto_merge: true, budget: { per_item_usd: 5, per_repo_day_usd: 1_000 } },
    perDayUsd: 100_000,
  };
  const plan: Plan = {
    ...chosen,
    repos: names(repos),
    issues: Math.ceil(items / repos),
    daemons: ['a'],
    settings,
    people: repos,
    faultsUntil: days * 16 * HOUR_MS,
    until: days * 24 * HOUR_MS,
  };
  return runWorld(chooser, { mode: 'liveness', steps: STEPS, plan, lookEveryMs: HOUR_MS, onStep });
}
