import type { PullOutcome } from '../../../store/tables/pull-outcomes.ts';
import { dollars } from '../../../work/dollars.ts';
import type { WorkId } from '../../../work/ids.ts';
import { DAILY } from '../facts/task-name.ts';

/** What was spent for a pull request, the issue that led to it included, and what became of it. */
export interface PullCost {
  repo: string;
  number: number;
  usd: number;
  tokens: number;
  /** The items whose costs these are. */
  items: WorkId[];
  outcome: PullOutcome | undefined;
}

export interface PullCosts {
  pulls: PullCost[];
  /** What led to no pull request. */
  rest: { usd: number; tokens: number };
}

/** Issues by the pull request that closes them, such as `org/app#12`. */
export type OpenedFor = ReadonlyMap<WorkId, number>;

/** Joins what items cost with the pull requests they belong to. Pure. */
export function pullCosts(
  items: readonly { key: string; usd: number; tokens: number }[],
  opened: OpenedFor,
): PullCosts {
  const issues = new Map<string, number>();
  const known = new Set<string>();
  for (const [work, number] of opened) {
    const name = nameOf(work);
    issues.set(name, number);
    known.add(`${repoOf(name)}#${number}`);
  }
  for (const { key } of items) if (key.startsWith('pr:') || key.startsWith('merge:')) known.add(nameOf(key));
  const pulls = new Map<string, PullCost>();
  const rest = { usd: 0, tokens: 0 };
  for (const { key, usd, tokens } of items) {
    const own = nameOf(key);
    const repo = repoOf(own);
    const number = issues.get(own) ?? (known.has(own) ? Number(own.slice(repo.length + 1)) : undefined);
    if (number === undefined || key.startsWith(`${DAILY}:`)) {
      rest.usd += usd;
      rest.tokens += tokens;
      continue;
    }
    const name = `${repo}#${number}`;
    const pull = pulls.get(name) ?? { repo, number, usd: 0, tokens: 0, items: [], outcome: undefined };
    pull.usd += usd;
    pull.tokens += tokens;
    pull.items.push(key as WorkId);
    pulls.set(name, pull);
  }
  for (const pull of pulls.values()) pull.usd = dollars(pull.usd);
  return {
    pulls: [...pulls.values()].sort(
      (a, b) => b.usd - a.usd || (a.repo < b.repo ? -1 : a.repo > b.repo ? 1 : a.number - b.number),
    ),
    rest: { usd: dollars(rest.usd), tokens: rest.tokens },
  };
}

/** With what became of them. */
export function withOutcomes({ pulls, rest }: PullCosts, outcomes: readonly PullOutcome[]): PullCosts {
  const known = new Map(outcomes.map((each) => [`${each.repo}#${each.number}`, each]));
  return {
    pulls: pulls.map((pull) => ({ ...pull, outcome: known.get(`${pull.repo}#${pull.number}`) })),
    rest,
  };
}

/**
 * `issue:org/app:42` → `org/app#42`: issues and pull requests of a repository share their numbers. Of ids that were
 * checked when they were made: checking a year of them again takes longer than all the rest.
 */
function nameOf(work: string): string {
  const last = work.lastIndexOf(':');
  return `${work.slice(work.indexOf(':') + 1, last)}#${work.slice(last + 1)}`;
}

function repoOf(name: string): string {
  return name.slice(0, name.lastIndexOf('#'));
}

/** Lines that are still there, by the latest look that was possible. */
export function surviving({ outcome }: PullCost): number | null {
  return outcome?.survived30 ?? outcome?.survived7 ?? null;
}

/** Dollars for each merged pull request, and for each line that is still there of those where that is known. */
export function perMerged({ pulls }: PullCosts): {
  merged: number;
  reverted: number;
  usd_per_merged_pr: number | null;
  surviving_lines: number;
  usd_per_surviving_line: number | null;
} {
  const merged = pulls.filter(({ outcome }) => outcome?.state === 'merged');
  const looked = merged.filter((pull) => surviving(pull) !== null);
  const lines = looked.reduce((sum, pull) => sum + (surviving(pull) ?? 0), 0);
  const usd = (of: readonly PullCost[]) => of.reduce((sum, each) => sum + each.usd, 0);
  return {
    merged: merged.length,
    reverted: merged.filter(({ outcome }) => outcome?.reverted).length,
    usd_per_merged_pr: merged.length === 0 ? null : dollars(usd(merged) / merged.length),
    surviving_lines: lines,
    usd_per_surviving_line: lines === 0 ? null : dollars(usd(looked) / lines),
  };
}
