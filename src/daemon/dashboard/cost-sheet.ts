import type { CostLine, CostSheet } from '../../api/cost-sheet.ts';
import type { CostTotal } from '../../store/tables/costs.ts';
import type { Store } from '../../store/store.ts';
import { parseWorkId, workId } from '../../work/ids.ts';
import { startOfDay } from '../../work/start-of-day.ts';
import type { Flows } from '../../workflows/engine/flows.ts';

const DAYS = 30;
const MOST_ITEMS = 20;

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
    total_usd: [...days.values()].reduce((sum, { usd }) => sum + usd, 0),
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

/** A merged pull request cost what its own items did, and the issue that it was opened for. */
async function merged(store: Store, flows: Flows, since: number): Promise<CostSheet['merged']> {
  const done = await store.events.leftAs('done');
  const issues = new Map(
    done.flatMap(({ work, reason }) => {
      const { repo } = parseWorkId(work);
      const opened = /^PR #(\d+)/.exec(reason)?.[1];
      return opened !== undefined && flows.onForge(work)?.target === 'issues'
        ? [[`${repo}#${opened}`, work] as const]
        : [];
    }),
  );
  const merges = done.filter(
    ({ work, at }) => flows.find(parseWorkId(work).type)?.merges === true && Date.parse(at) >= since,
  );
  const ofPulls = [...flows].filter(({ items }) => items.on === 'forge' && items.target === 'pulls');
  const parts = merges.flatMap(({ work }) => {
    const { repo, number } = parseWorkId(work);
    const issue = issues.get(`${repo}#${number}`);
    return [
      ...ofPulls.map(({ type }) => workId(type, repo, number)),
      ...(issue === undefined ? [] : [issue]),
    ];
  });
  const spent = await store.costs.spentOn(parts);
  return { count: merges.length, usd: parts.reduce((sum, part) => sum + (spent.get(part) ?? 0), 0) };
}
