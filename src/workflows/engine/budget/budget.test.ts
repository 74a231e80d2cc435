import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { virtualClock } from '../../../../test/support/clock.ts';
import { openStore } from '../../../store/sqlite/open.ts';
import { runId, workId, type WorkId } from '../../../work/ids.ts';
import { Budget, type Budgets } from './budget.ts';
import { NEVER, Postponed } from '../stops/interruptions.ts';

const budgets: Budgets = { per_item_usd: 5, per_repo_day_usd: 8, per_day_usd: 10 };
const one = workId('issue', 'org/a', 1);
const two = workId('issue', 'org/a', 2);
const other = workId('issue', 'org/b', 1);

function budget() {
  const clock = virtualClock();
  const store = openStore(':memory:', { clock });
  const spend = (repo: string, work: WorkId, usd: number) =>
    store.costs.book({
      repo,
      work,
      run: runId(work, 'abcdef0123456789', 1),
      step: 's',
      role: 'implement',
      usd,
      at: clock.now(),
    });
  return { clock, spend, budget: new Budget(store, clock) };
}

const midnightAfter = (ms: number) => new Date(ms).setHours(24, 0, 0, 0);

describe('the budget', () => {
  test('gives a session the least of what is left for its item, its repository and the day', async () => {
    const { budget: ours, spend } = budget();
    assert.equal((await ours.reserve('org/a', one, budgets)).usd, 5);
    await spend('org/b', other, 7);
    const { budget: fresh, spend: book } = budget();
    await book('org/b', other, 7);
    assert.equal((await fresh.reserve('org/a', one, budgets)).usd, 3);
  });

  test('lets sessions that an item has at the same time share what is left of it', async () => {
    const { budget: ours } = budget();
    const both = [1, 2].map(() => ours.reserve('org/a', one, budgets, 2));
    assert.deepEqual(
      (await Promise.all(both)).map(({ usd }) => usd),
      [2.5, 2.5],
    );
  });

  test('sets money aside before a session begins, so that several at once cannot overspend together', async () => {
    const { budget: ours } = budget();
    const first = await ours.reserve('org/a', one, budgets);
    const second = await ours.reserve('org/a', two, budgets);
    assert.deepEqual([first.usd, second.usd], [5, 3]);
    await assert.rejects(ours.reserve('org/a', workId('issue', 'org/a', 3), budgets), Postponed);
    second.release();
    assert.equal((await ours.reserve('org/a', two, budgets)).usd, 3);
  });

  test('a day that is used up waits for local midnight, and then begins anew', async () => {
    const { budget: ours, spend, clock } = budget();
    await spend('org/a', two, 8);
    const midnight = midnightAfter(clock.now());
    await assert.rejects(
      ours.reserve('org/a', one, budgets),
      (error) =>
        error instanceof Postponed && error.until === midnight && /org\/a for today/.test(error.message),
    );
    assert.equal((await ours.reserve('org/b', other, budgets)).usd, 2, 'another repository goes on');
    await clock.advance(midnight - clock.now());
    assert.equal((await ours.reserve('org/a', one, { ...budgets, per_day_usd: 100 })).usd, 5);
  });

  test('an item that is used up waits for no day', async () => {
    const { budget: ours, spend, clock } = budget();
    await spend('org/a', one, 5);
    await clock.advance(3 * 24 * 3_600_000);
    await assert.rejects(
      ours.reserve('org/a', one, budgets),
      (error) => error instanceof Postponed && error.until === NEVER,
    );
  });
});
