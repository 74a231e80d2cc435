import type { SessionFact } from './facts.ts';
import type { Invariant } from './invariant.ts';

type Budget = 'itemUsd' | 'repoDayUsd' | 'dayUsd';

const KEYS: Record<Budget, (session: SessionFact) => string> = {
  itemUsd: ({ daemon, work }) => `${daemon} ${work}`,
  repoDayUsd: ({ daemon, repo, day }) => `${daemon} ${repo} on ${day}`,
  dayUsd: ({ daemon, day }) => `${daemon} on ${day}`,
};

export const withinBudget: Invariant = {
  name: 'within-budget',
  about: 'no budget is exceeded by more than one call of each session that ran at once',
  broken: ({ sessions = [] }) =>
    (['itemUsd', 'repoDayUsd', 'dayUsd'] as const).flatMap((budget) => overspent(sessions, budget)),
};

function overspent(sessions: readonly SessionFact[], budget: Budget) {
  const sums = new Map<string, { spent: number; dearest: number; limit: number; atOnce: number }>();
  for (const session of sessions) {
    const key = KEYS[budget](session);
    const sum = sums.get(key) ?? { spent: 0, dearest: 0, limit: 0, atOnce: 0 };
    sum.spent += session.costUsd;
    sum.dearest = Math.max(sum.dearest, session.costUsd);
    // It may be raised, by a person or by a changed configuration.
    sum.limit = Math.max(sum.limit, session.limits[budget]);
    const beside = sessions.filter((each) => KEYS[budget](each) === key && isRunningAt(each, session.began));
    sum.atOnce = Math.max(sum.atOnce, beside.length);
    sums.set(key, sum);
  }
  return [...sums]
    .filter(([, { spent, dearest, limit, atOnce }]) => spent > limit + dearest * atOnce + 1e-6)
    .map(([key, { spent, limit }]) => ({
      what: `$${spent.toFixed(2)} were spent of $${limit.toFixed(2)} (${key})`,
    }));
}

/** What each was given is set aside before it begins; but the last call of each may cost more than is left of it. */
const isRunningAt = ({ began, ended }: SessionFact, at: number): boolean =>
  began <= at && (ended ?? Infinity) > at;
