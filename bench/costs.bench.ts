// A year of 20,000 items: what `autodev costs` and a day's facts ask of the store, beside a bare scan of its rows.
import { openStore } from '../src/store/sqlite/open.ts';
import { runId, workId } from '../src/work/ids.ts';
import { openedFor } from '../src/workflows/knowledge/outcomes/opened-for.ts';
import { pullCosts, withOutcomes } from '../src/workflows/knowledge/outcomes/pull-costs.ts';
import { measure, report } from './measure.ts';

const ITEMS = 20_000;
const YEAR_MS = 365 * 24 * 3_600_000;
const START = Date.UTC(2026, 0, 1);

export async function run(): Promise<boolean> {
  let now = START;
  const clock = {
    now: () => now,
    monotonic: () => now,
    sleep: async () => {},
    after: () => ({ cancel: () => {} }),
  };
  const store = openStore(':memory:', { clock });
  for (let n = 1; n <= ITEMS; n += 1) {
    now = START + Math.floor((n / ITEMS) * YEAR_MS);
    const repo = `org/app-${n % 5}`;
    const work = workId(n % 2 === 0 ? 'pr' : 'issue', repo, n);
    const run = runId(work, 'a'.repeat(16), 1);
    await store.runs.submit({ id: run, work, attempt: 1, inputHash: 'a', input: {} });
    if (n % 2 === 1) {
      await store.steps.start(run, 'pull', 0);
      await store.steps.finish(run, 'pull', 0, { result: { number: n + 5 }, commit: null, costUsd: 0 });
    } else
      await store.pullOutcomes.put({
        repo,
        number: n,
        state: 'merged',
        mergeSha: 'a',
        mergedAt: null,
        linesAdded: 10,
        survived7: 9,
        survived30: 8,
        reverted: false,
        method: 'squash',
      });
    for (const step of ['a', 'b', 'c'])
      await store.costs.book({
        repo,
        work,
        run,
        step,
        role: 'implement',
        usd: 0.1,
        at: now,
        model: `m${n % 3}`,
      });
    await store.events.append({
      type: 'item.left',
      work,
      outcome: 'done',
      reason: '',
      durationMs: 1,
      costUsd: 1,
    });
  }
  const measured = await measure(
    [
      { name: 'sum of all rows', as: 'floor', run: async () => void (await store.costs.spent({})) },
      {
        name: 'costs by day, repo, item, model, role',
        as: 'ours',
        run: async () => {
          for (const by of ['day', 'repo', 'item', 'model', 'role'] as const) await store.costs.totals(by, 0);
        },
      },
      {
        name: 'costs by pr, outcomes remembered',
        as: 'ours',
        run: async () => {
          const items = await store.costs.totals('item', 0);
          withOutcomes(pullCosts(items, await openedFor(store)), await store.pullOutcomes.all());
        },
      },
    ],
    5,
  );
  const goals = measured
    .filter(({ as }) => as === 'ours')
    .map(({ name, bestMs }) => ({
      text: `${name} < 1 s`,
      met: bestMs < 1_000,
      measured: `${bestMs.toFixed(0)} ms`,
    }));
  await store.close();
  return report(`costs of a year, ${ITEMS} items`, measured, goals);
}
