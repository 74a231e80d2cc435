import { MOST_ITEMS, type CostLine, type CostSheet } from '../../api/board/cost-sheet.ts';
import type { CostTotal } from '../../store/tables/costs.ts';
import type { Store } from '../../store/store.ts';
import { dollars } from '../../work/dollars.ts';
import { parseWorkId } from '../../work/ids.ts';
import { startOfDay } from '../../work/start-of-day.ts';
import type { Flows } from '../../workflows/engine/flows.ts';
import { openedFor } from '../../workflows/knowledge/outcomes/opened-for.ts';
import { pullCosts } from '../../workflows/knowledge/outcomes/pull-costs.ts';

const DAYS = 30;

/** What was spent in the last thirty days, as `autodev costs` counts it. */
export async function costSheetOf(store: Store, flows: Flows, now: number): Promise<CostSheet> {
  const since = startOfDay(now, 1 - DAYS);
  const days = new Map((await store.costs.totals('day', since)).map((total) => [total.key, total]));
  const byDay = Array.from({ length: DAYS }, (_, at) => {
    const key = localDay(startOfDay(now, at + 1 - DAYS));
    return line(days.get(key) ?? { key, usd: 0, tokens: 0, steps: 0 });
  });
  return {
    days: DAYS,
    total_usd: dollars([...days.values()].reduce((sum, { usd }) => sum + usd, 0)),
    by_day: byDay,
    by_repo: (await store.costs.totals('repo', since)).map(line),
    by_role: (await store.costs.totals('role', since)).map(line),
    by_model: (await store.costs.totals('model', since)).map(line),
    by_item: (await store.costs.totals('item', since)).slice(0, MOST_ITEMS).map(line),
    merged: await merged(store, flows, since),
  };
}

const line = ({ key, ...sums }: CostTotal): CostLine => ({ name: key || 'not known', ...sums });

const localDay = (ms: number) => new Date(ms).toLocaleDateString('sv-SE');

/** As `costs --by pr` counts it, by what is known here: what our own flow merged, and what that command found out. */
async function merged(store: Store, flows: Flows, since: number): Promise<CostSheet['merged']> {
  const costs = pullCosts(await store.costs.totals('item', since), await openedFor(store));
  const known = (await store.pullOutcomes.all()).filter(({ state }) => state === 'merged');
  const names = new Set(known.map(({ repo, number }) => `${repo}#${number}`));
  for (const { work } of await store.events.leftAs('done')) {
    const { type, repo, number } = parseWorkId(work);
    if (flows.find(type)?.merges === true) names.add(`${repo}#${number}`);
  }
  const ours = costs.pulls.filter(({ repo, number }) => names.has(`${repo}#${number}`));
  return { count: ours.length, usd: dollars(ours.reduce((sum, { usd }) => sum + usd, 0)) };
}
