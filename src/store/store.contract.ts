import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { virtualClock } from '../../test/support/clock.ts';
import { isoTime, type Clock } from '../host/clock.ts';
import { runId, workId, type WorkId } from '../work/ids.ts';
import type { Store } from './store.ts';
import type { NewQuestion } from './tables/questions.ts';

const work = workId('issue', 'o/r', 1);
const run = runId(work, 'abcdef0123456789', 1);

/** What every store promises, whatever keeps it. `open` gives an empty one each time. */
export function storeContract(
  name: string,
  open: (options?: { clock?: Clock }) => Promise<Store>,
  { skip }: { skip?: string | undefined } = {},
): void {
  describe(`${name} keeps what every store promises`, skip === undefined ? {} : { skip }, () => {
    test('a finished step can be neither begun, failed nor finished again', async () => {
      const store = await open();
      await store.runs.submit({ id: run, work, attempt: 1, inputHash: 'h', input: {} });
      await store.steps.start(run, 'analyze', 0);
      await store.steps.finish(run, 'analyze', 0, { result: 1, commit: 'c', costUsd: 1 });
      await store.steps.start(run, 'analyze', 0);
      await store.steps.fail(run, 'analyze', 0, { error: 'late', costUsd: 9 });
      await store.steps.finish(run, 'analyze', 0, { result: 2, commit: null, costUsd: 9 });
      const [step] = await store.steps.finished(run);
      assert.deepEqual([step?.result, step?.commit, step?.costUsd], [1, 'c', 1]);
    });

    test('steps come back in the order they were finished', async () => {
      const store = await open();
      await store.runs.submit({ id: run, work, attempt: 1, inputHash: 'h', input: {} });
      for (const name of ['b', 'a', 'c']) await store.steps.start(run, name, 0);
      for (const name of ['c', 'a', 'b'])
        await store.steps.finish(run, name, 0, { result: null, commit: null, costUsd: 0 });
      assert.deepEqual(
        (await store.steps.finished(run)).map(({ name }) => name),
        ['c', 'a', 'b'],
      );
    });

    test('many that change one value at once each change what the one before left', async () => {
      const { meta } = await open();
      await Promise.all(
        Array.from({ length: 10 }, () => meta.change('count', (text) => String(Number(text ?? 0) + 1))),
      );
      assert.equal(await meta.get('count'), '10');
      assert.equal(await meta.change('count', (text) => text ?? ''), '10');
    });

    test('costs are summed by item, repository and time', async () => {
      const store = await open();
      for (const [repo, at, usd] of [
        ['o/r', 10, 1],
        ['o/r', 20, 2],
        ['o/s', 20, 4],
      ] as const)
        await store.costs.book({
          repo,
          work: workId('issue', repo, 1),
          run,
          step: 's',
          role: 'review',
          usd,
          at,
        });
      assert.equal(await store.costs.spent({}), 7);
      assert.equal(await store.costs.spent({ repo: 'o/r' }), 3);
      assert.equal(await store.costs.spent({ repo: 'o/r', since: 15 }), 2);
      assert.equal(await store.costs.spent({ work: workId('issue', 'o/s', 1) }), 4);
      const [role] = await store.costs.totals('role', 15);
      assert.deepEqual([role?.key, role?.usd, role?.steps], ['review', 6, 2]);
    });

    const question = (round: number, more: Partial<NewQuestion> = {}): NewQuestion => ({
      work,
      run,
      step: 'ask:x',
      round,
      text: 'go on?',
      options: ['yes', 'no'],
      free: false,
      expiresAt: null,
      ...more,
    });

    test('a question is answered once, within its options and its time, and applied once', async () => {
      const clock = virtualClock();
      const { questions } = await open({ clock });
      const soon = () => isoTime(clock.now() + 1_000);
      const asked = await questions.ask(question(0, { expiresAt: soon() }));
      assert.equal((await questions.ask(question(0, { text: 'other words' }))).id, asked.id, 'asked once');
      assert.equal(await questions.answer(asked.id, 'maybe', 'ann'), false);
      assert.equal(await questions.apply(asked.id), undefined);
      assert.equal(await questions.answer(asked.id, 'yes', 'ann'), true);
      assert.equal(await questions.answer(asked.id, 'no', 'bob'), false);
      assert.equal(await questions.apply(asked.id), 'yes');
      assert.equal(await questions.apply(asked.id), undefined);
      const late = await questions.ask(question(1, { options: [], expiresAt: soon() }));
      await clock.advance(2_000);
      assert.equal(await questions.answer(late.id, 'yes', 'ann'), false);
      assert.deepEqual(await questions.open(), []);
    });

    test('a question that was withdrawn takes no answer, and one that was answered is not withdrawn', async () => {
      const { questions } = await open();
      const [gone, answered] = [await questions.ask(question(0)), await questions.ask(question(1))];
      assert.equal(await questions.withdraw(gone.id, 'pushed'), true);
      assert.equal(await questions.answer(gone.id, 'yes', 'ann'), false);
      assert.equal((await questions.get(gone.id))?.voidReason, 'pushed');
      assert.equal(await questions.answer(answered.id, 'yes', 'ann'), true);
      assert.equal(await questions.withdraw(answered.id, 'pushed'), false);
      assert.deepEqual(await questions.open(work), []);
    });

    test('a question with options may take other words too', async () => {
      const { questions } = await open();
      const { id } = await questions.ask(question(0, { free: true }));
      assert.equal(await questions.answer(id, 'use the second one', 'ann'), true);
    });

    test('the questions of a repository go with it, and only those', async () => {
      const { questions, repositories } = await open();
      const url = 'https://example.invalid/o/r';
      await repositories.put({ name: 'o/r', url, enabled: true, origin: 'command' });
      await questions.ask(question(0));
      const other = await questions.ask(question(1, { work: workId('issue', 'o/r2', 1) }));
      await repositories.remove('o/r');
      assert.deepEqual(
        (await questions.open()).map(({ id }) => id),
        [other.id],
      );
    });

    test('only questions for which a run waits are awaited', async () => {
      const { questions, runs } = await open();
      await runs.submit({ id: run, work, attempt: 1, inputHash: 'h', input: {} });
      const { id } = await questions.ask(question(0));
      assert.deepEqual(await questions.awaited('o/r'), [], 'its run has not left yet');
      await runs.setAside(run, 'asks');
      assert.deepEqual(
        (await questions.awaited('o/r')).map((each) => each.id),
        [id],
      );
      assert.deepEqual(await questions.awaited('o/other'), []);
      await runs.goOn(run);
      assert.deepEqual([await questions.awaited('o/r'), (await runs.get(run))?.status], [[], 'running']);
    });

    test('titles, failures and costs of many items are those that each is asked for alone', async () => {
      const { events, attempts, costs } = await open();
      const [first, second, unknown] = [1, 2, 3].map((number) => workId('issue', 'o/many', number)) as [
        WorkId,
        WorkId,
        WorkId,
      ];
      for (const title of ['old', 'new'])
        await events.append({ type: 'item.queued', work: first, phase: 'Pending', title });
      await events.append({ type: 'item.queued', work: second, phase: 'Pending', title: 'other' });
      await events.append({ type: 'item.refused', work: first, reason: 'r' });
      const blank = { inputHash: 'h', notBefore: 0, lastError: '', carryFrom: null, carry: [], lesson: null };
      await attempts.put({ ...blank, work: second, failures: 2 });
      const paid = { repo: 'o/many', run, step: 'implement', role: 'implement', at: 1 } as const;
      for (const usd of [0.1, 0.2]) await costs.book({ ...paid, work: first, usd });
      await costs.book({ ...paid, work: second, usd: 1 });
      const works = [first, unknown];
      assert.deepEqual(await events.titles(works), new Map([[first, 'new']]));
      assert.deepEqual(await attempts.failures([second, unknown]), new Map([[second, 2]]));
      assert.deepEqual(await costs.spentOn(works), new Map([[first, 0.3]]));
      assert.deepEqual([await costs.spent({ work: first }), await costs.spent({ work: unknown })], [0.3, 0]);
    });

    test('events have a sequence without gaps and come back as they were', async () => {
      const store = await open();
      await store.events.append({ type: 'daemon.paused' });
      await store.events.append({ type: 'item.refused', work, reason: 'r' });
      assert.deepEqual(
        (await store.events.after(0, 10)).map(({ seq, type }) => [seq, type]),
        [
          [1, 'daemon.paused'],
          [2, 'item.refused'],
        ],
      );
      assert.equal((await store.events.ofWork(work, 5)).length, 1);
    });
  });
}
