import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { itemDetails } from '../../api/board/item-details.ts';
import { snapshot } from '../../api/board/snapshot.ts';
import { FLOWS } from '../../compose/flows.ts';
import { openStore } from '../../store/sqlite/open.ts';
import type { Store } from '../../store/store.ts';
import { runId, workId, type WorkId } from '../../work/ids.ts';
import { registerFlows } from '../../workflows/engine/flows.ts';
import { eventBus } from '../bus.ts';
import { statusOf } from '../control/status.ts';
import { itemDetailsOf } from './item-details.ts';
import { snapshotOf } from './snapshot.ts';

const flows = registerFlows(FLOWS);
const asking = workId('issue', 'o/r', 3);
const interrupted = workId('issue', 'o/r', 1);
const failed = workId('pr', 'o/r', 2);
const finished = workId('issue', 'o/r', 4);
const now = Date.now();

async function remembered(): Promise<Store> {
  const store = openStore(':memory:');
  const { emit } = eventBus(store);
  await store.repositories.put({
    name: 'o/r',
    url: 'https://github.com/o/r.git',
    enabled: true,
    origin: 'config',
  });
  const submit = async (work: WorkId) => {
    const id = runId(work, 'abcdef0123456789', 1);
    await store.runs.submit({ id, work, attempt: 1, inputHash: 'abcdef0123456789', input: {} });
    await emit({ type: 'item.queued', work, phase: 'Pending', title: `title of ${work}` });
    return id;
  };
  await submit(interrupted);
  const run = await submit(asking);
  const question = { text: 'Which?', options: ['a', 'b'], free: false, expiresAt: null };
  await store.questions.ask({ work: asking, run, step: 'ask:clarify', round: 0, ...question });
  await store.runs.setAside(run, 'asks');
  const left = { durationMs: 5, costUsd: 0.5 };
  await emit({ type: 'item.left', work: failed, outcome: 'skip', reason: 'it failed 3 times', ...left });
  await emit({ type: 'item.label', work: failed, added: ['autodev:skip'], removed: ['autodev:wip'] });
  await emit({ type: 'item.left', work: finished, outcome: 'done', reason: 'PR #5', ...left });
  await emit({ type: 'item.label', work: finished, added: ['autodev:done'], removed: [] });
  return store;
}

async function told(store: Store) {
  const daemon = { state: 'stopped', version: '1', pid: null, started_at: null, home: '/h' } as const;
  const status = await statusOf({ store, now, daemon, perDayUsd: 20, flows });
  return snapshotOf({ store, now, flows, presence: 'stopped', status });
}

describe('the snapshot', () => {
  test('tells what needs a person first, then what waits, then what failed and what is done', async () => {
    const board = await told(await remembered());
    assert.deepEqual(
      board.items.map(({ id, group, url }) => [id, group, url]),
      [
        [asking, 'person', 'https://github.com/o/r/issues/3'],
        [interrupted, 'waiting', 'https://github.com/o/r/issues/1'],
        [failed, 'failed', 'https://github.com/o/r/pull/2'],
        [finished, 'done', 'https://github.com/o/r/issues/4'],
      ],
    );
    assert.deepEqual(board.items[0]?.question?.options, ['a', 'b']);
    assert.equal(board.items[2]?.left?.reason, 'it failed 3 times');
  });

  test('needs no person where an answer was left for the next daemon', async () => {
    const store = await remembered();
    await store.commands.leave({ name: 'answer', work: asking, text: 'a', by: 'ann' });
    const item = (await told(store)).items.find(({ id }) => id === asking);
    assert.deepEqual([item?.group, item?.question], ['waiting', null]);
    assert.match(item?.waiting?.reason ?? '', /to take "a"/);
  });

  test('holds the labels that we set and those that a scan saw', async () => {
    const store = await remembered();
    await store.labels.see('o/r', 9, ['autodev:done']);
    await store.labels.see('o/r', 2, []);
    await store.labels.see('other/gone', 1, ['autodev:wip']);
    assert.deepEqual((await told(store)).status.labels, {
      'autodev:wip': 0,
      'autodev:done': 2,
      'autodev:skip': 0,
    });
  });

  test('passes its own schema as JSON, with the events of today', async () => {
    const board = await told(await remembered());
    assert.deepEqual(snapshot.parse(JSON.parse(JSON.stringify(board))), board);
    assert.equal(board.events.filter(({ type }) => type === 'item.left').length, 2);
  });
});

describe('the details of an item', () => {
  test('tell its verdicts once, its findings as they stand now, its questions and its effects with their pages', async () => {
    const store = await remembered();
    const run = runId(failed, '0123456789abcdef', 1);
    await store.runs.submit({ id: run, work: failed, attempt: 1, inputHash: '0123456789abcdef', input: {} });
    const bug = { path: 'a.txt', line: 1, body: 'wrong', severity: 'must', category: 'bug' };
    const rounds = [
      { verdict: 'request_changes', summary: 'no', open: [{ ...bug, fingerprint: 'f1' }], settled: [] },
      { verdict: 'approve', summary: 'yes', open: [], settled: [{ fingerprint: 'f1', state: 'fixed' }] },
    ];
    for (const [round, result] of rounds.entries()) {
      await store.steps.start(run, 'review', round);
      await store.steps.finish(run, 'review', round, { result, commit: null, costUsd: 0.1 });
    }
    const sha = 'a'.repeat(40);
    await store.effects.intend(run, `status ${sha} autodev/review 0`, {});
    await store.effects.intend(run, 'comment report', {});
    await store.effects.done(run, 'comment report', { url: 'https://github.com/o/r/pull/2#issuecomment-7' });
    const details = await itemDetailsOf(failed, { store, now, flows });
    assert.deepEqual(itemDetails.parse(JSON.parse(JSON.stringify(details))), details);
    assert.deepEqual(
      details.verdicts.map(({ verdict, round }) => `${round} ${verdict}`),
      ['0 request_changes', '1 approve'],
    );
    assert.deepEqual(
      details.findings.map(({ body, state, round }) => `${body} ${state} ${round}`),
      ['wrong fixed 0'],
    );
    assert.deepEqual(
      details.effects.map(({ kind, status, url }) => [kind, status, url]),
      [
        ['status', 'intent', `https://github.com/o/r/commit/${sha}`],
        ['comment', 'done', 'https://github.com/o/r/pull/2#issuecomment-7'],
      ],
    );
    const asked = await itemDetailsOf(asking, { store, now, flows });
    assert.deepEqual(
      asked.questions.map(({ text, state }) => `${text} ${state}`),
      ['Which? open'],
    );
  });

  test('of what nobody has heard of are refused', async () => {
    const store = await remembered();
    await assert.rejects(itemDetailsOf(workId('issue', 'o/r', 99), { store, now, flows }), {
      code: 'not_found',
    });
  });
});
