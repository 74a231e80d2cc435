import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../store/sqlite/open.ts';
import { PLAIN, statusText } from '../../render/status-text.ts';
import { runId, workId } from '../../work/ids.ts';
import { TaskQueues } from '../queue/task-queues.ts';
import { itemsLeftBehind, itemsOf } from './items.ts';
import type { Live } from './live.ts';
import { statusOf } from './status.ts';
import { why } from './why.ts';

const one = workId('issue', 'o/r', 1);
const two = workId('issue', 'o/r', 2);

async function afterDeath() {
  const store = openStore(':memory:');
  const row = { name: 'o/r', url: 'https://github.com/o/r', enabled: true, origin: 'config' } as const;
  await store.repositories.put(row);
  for (const work of [one, two])
    await store.runs.submit({
      id: runId(work, 'abcdef0123456789', 1),
      work,
      attempt: 1,
      inputHash: 'abcdef0123456789',
      input: {},
    });
  return store;
}

test('what a daemon that died was working on stands in the list as interrupted', async () => {
  const store = await afterDeath();
  const items = await itemsOf(store, 0);
  assert.deepEqual(
    items.map(({ id, waiting }) => [id, /interrupted/.test(waiting?.reason ?? '')]),
    [
      [one, true],
      [two, true],
    ],
  );
});

test('the status says how many items a daemon that is gone has left behind', async () => {
  const store = await afterDeath();
  await store.events.append({
    type: 'item.queued',
    work: workId('pr', 'o/r', 3),
    phase: 'Pending',
    title: '',
  });
  const asked = { text: 'Which?', options: [], free: true, expiresAt: null };
  await store.questions.ask({
    work: two,
    run: runId(two, 'abcdef0123456789', 1),
    step: 'ask:clarify',
    round: 0,
    ...asked,
  });
  const daemon = { state: 'stopped', version: '1', pid: null, started_at: null, home: '' } as const;
  const told = await statusOf({ store, now: 0, perDayUsd: null, flows: [], daemon });
  assert.deepEqual([told.interrupted, told.questions], [2, 1]);
  assert.match(
    statusText(told, null, PLAIN),
    /2 items were interrupted and go on with the daemon's next start/,
  );
});

test('what stood in the queue of a daemon that is gone stands in the list, until it has left the queue', async () => {
  const store = await afterDeath();
  const [queued, left, elsewhere] = [
    workId('pr', 'o/r', 3),
    workId('pr', 'o/r', 4),
    workId('pr', 'not/registered', 5),
  ];
  for (const work of [queued, left, elsewhere])
    await store.events.append({ type: 'item.queued', work, phase: 'Pending', title: 'A title' });
  const gone = { outcome: 'done', reason: '', durationMs: 1, costUsd: 0 } as const;
  await store.events.append({ type: 'item.left', work: left, ...gone });
  const items = await itemsLeftBehind(store, 0);
  assert.deepEqual(
    items.filter(({ type }) => type === 'pr').map(({ id, title, waiting }) => [id, title, waiting?.reason]),
    [[queued, 'A title', 'the daemon: it was in the queue when that ended']],
  );
});

test('an answer given while no daemon ran is shown as given, in the list and by why', async () => {
  const store = await afterDeath();
  const run = runId(two, 'abcdef0123456789', 1);
  const asked = { text: 'Which?', options: [], free: true, expiresAt: null };
  await store.questions.ask({ work: two, run, step: 'ask:clarify', round: 0, ...asked });
  await store.runs.setAside(run, 'asks');
  await store.commands.leave({ name: 'answer', work: two, text: 'the second', by: 'ann' });
  const item = (await itemsOf(store, 0)).find(({ id }) => id === two);
  assert.match(item?.waiting?.reason ?? '', /the daemon, to take "the second"/);
  const told = await why(two, { store, now: 0 });
  assert.equal(told.state, 'waiting');
  assert.match(told.because, /answered with "the second"/);
});

test('an item that was answered stands in the list until its run goes on, also while the daemon is paused', async () => {
  const store = await afterDeath();
  const run = runId(two, 'abcdef0123456789', 1);
  const { id } = await store.questions.ask({
    work: two,
    run,
    step: 'ask:clarify',
    round: 0,
    text: 'Which?',
    options: [],
    free: true,
    expiresAt: null,
  });
  await store.runs.setAside(run, 'asks');
  assert.equal(await store.questions.answer(id, 'the second', 'ann'), true);
  const reason = async (live?: Live) =>
    (await itemsOf(store, 0, live)).find((item) => item.id === two)?.waiting?.reason;
  assert.equal(await reason(), 'the daemon, to go on with "the second"');
  const daemon = (paused: boolean): Live['daemon'] => ({
    paused,
    standing: () => ({ running: false, restsUntil: null, agents: [] }),
    restsUntil: () => null,
    prospect: async () => undefined,
    load: () => ({ running: new Set(), perRepo: new Map(), exclusive: new Set(), lastServed: new Map() }),
  });
  const live = (paused: boolean): Live => ({
    queues: new TaskQueues([]),
    daemon: daemon(paused),
    stopping: false,
    maxConcurrent: 3,
  });
  assert.equal(await reason(live(true)), 'autodev resume, to go on with "the second"');
  assert.equal(await reason(live(false)), 'the next scan, to go on with "the second"');
  const told = await statusOf({
    store,
    now: 0,
    perDayUsd: null,
    flows: [],
    live: live(true),
    daemon: { state: 'paused', version: '1', pid: null, started_at: null, home: '' },
  });
  assert.deepEqual([told.waiting, told.interrupted], [1, 0]);
});
