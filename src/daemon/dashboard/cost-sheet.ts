import type { CostLine, CostSheet } from '../../api/cost-sheet.ts';
import type { CostTotal } from '../../store/tables/costs.ts';
import type { Store } from '../../store/store.ts';
import { parseWorkId, workId } from '../../work/ids.ts';
import { startOfDay } from '../../work/start-of-day.ts';

const DAYS = 30;
const MOST_ITEMS = 20;

/** What was spent in the last thirty days, as `autodev costs` counts it. */
export async function costSheetOf(store: Store, now: number): Promise<CostSheet> {
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
    merged: await merged(store, since),
  };
}

const line = ({ key, ...sums }: CostTotal): CostLine => ({ name: key || 'not known', ...sums });

const localDay = (ms: number) => new Date(ms).toLocaleDateString('sv-SE');

/** A merged pull request cost what its own items did, and the issue that it was opened for. */
async function merged(store: Store, since: number): Promise<CostSheet['merged']> {
  const done = await store.events.leftAs('done');
  const issues = new Map(
    done.flatMap(({ work, reason }) => {
      const { type, repo } = parseWorkId(work);
      const opened = /^PR #(\d+)/.exec(reason)?.[1];
      return type === 'issue' && opened !== undefined ? [[`${repo}#${opened}`, work] as const] : [];
    }),
  );
  const merges = done.filter(({ work, at }) => parseWorkId(work).type === 'merge' && Date.parse(at) >= since);
  const parts = merges.flatMap(({ work }) => {
    const { repo, number } = parseWorkId(work);
    const issue = issues.get(`${repo}#${number}`);
    return [work, workId('pr', repo, number), ...(issue === undefined ? [] : [issue])];
  });
  const spent = await store.costs.spentOn(parts);
  return { count: merges.length, usd: parts.reduce((sum, part) => sum + (spent.get(part) ?? 0), 0) };
}
