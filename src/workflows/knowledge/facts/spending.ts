import { dollars } from '../../../work/dollars.ts';
import type { DayFacts } from '../report/daily-report.ts';
import type { DayMaterial, Spent } from './material.ts';
import { taskName } from './task-name.ts';

/** What the day cost, sessions of reports and lessons included. */
export function spendingOf({ costs }: DayMaterial): DayFacts['costs'] {
  return {
    usd: dollars(costs.reduce((sum, { usd }) => sum + usd, 0)),
    tokens: costs.reduce((sum, { tokens }) => sum + tokens, 0),
    by_task: summed(costs, ({ work }) => taskName(work)).map(({ key, ...sum }) => ({ task: key, ...sum })),
    by_model: summed(costs, ({ model }) => model).map(({ key, ...sum }) => ({ model: key, ...sum })),
  };
}

function summed(
  costs: readonly Spent[],
  keyOf: (spent: Spent) => string,
): { key: string; usd: number; tokens: number }[] {
  const sums = new Map<string, { usd: number; tokens: number }>();
  for (const spent of costs) {
    const { usd, tokens } = sums.get(keyOf(spent)) ?? { usd: 0, tokens: 0 };
    sums.set(keyOf(spent), { usd: usd + spent.usd, tokens: tokens + spent.tokens });
  }
  return [...sums]
    .map(([key, { usd, tokens }]) => ({ key, usd: dollars(usd), tokens }))
    .sort((a, b) => b.usd - a.usd || (a.key < b.key ? -1 : 1));
}
