import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { why } from '../../src/daemon/control/why.ts';
import { workId, type WorkId } from '../../src/work/ids.ts';
import { APPROVE, IMPLEMENT, openFlowWorld, type FlowWorld } from '../support/flow-world.ts';

const cost = { do: 'cost', usd: 0.1 } as const;
const whyOf = ({ program }: FlowWorld, id: WorkId) =>
  why(id, {
    store: program.store,
    now: Date.now(),
    live: { queues: program.queues, daemon: program.daemon, stopping: false, maxConcurrent: 3 },
    reads: { forge: program.forge, flows: program.flows },
  });
const pulls = (world: FlowWorld) =>
  world.get<{ number: number; body: string; state: string }[]>('/pulls?state=all');

test('an issue that is edited during its work: where the earlier work is stands in why and in the last status, and its pull request names the whole cost', async () => {
  await using world = await openFlowWorld({
    script: (gate) => [
      { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
      {
        when: /Implement an issue/,
        times: 1,
        steps: [cost, { do: 'write', path: 'a.txt', text: 'a' }, gate('first').step],
      },
      {
        when: /Implement an issue/,
        steps: [cost, { do: 'write', path: 'a.txt', text: 'b' }, gate('second').step],
      },
      { when: /Review pull request/, steps: [APPROVE] },
    ],
  });
  const number = await world.issue('make it');
  const work = workId('issue', world.repo, number);
  await world.until('it is implemented', () => world.gate('first').reached());
  await world.forge.owner.request('PATCH', `/repos/${world.repo}/issues/${number}`, { body: 'otherwise' });
  world.gate('first').open();
  await world.until('it is implemented again', () => world.gate('second').reached());
  const KEPT = /what was finished before it was changed is kept as commit [0-9a-f]{12}/;
  assert.match((await whyOf(world, work)).because, KEPT);
  world.gate('second').open();
  await world.until('it is done', async () => (await world.labels(number)).includes('autodev:done'));
  await world.until('it left', () => world.left(work).length > 0);
  assert.match((await whyOf(world, work)).because, KEPT);
  assert.ok((await world.comments(number)).some((body) => /done: PR #\d+; /.test(body) && KEPT.test(body)));
  const [pull] = await pulls(world);
  assert.match(pull?.body ?? '', /Cost so far: \$0\.40/, 'two analyses and two implementations');
});

describe('a pull request of ours that a person closes after its issue was done', () => {
  test('is told by why, and retry of the issue makes another one', async () => {
    await using world = await openFlowWorld({
      script: () => [
        { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
        {
          when: /Implement an issue/,
          steps: (facts) => [cost, { do: 'write', path: 'a.txt', text: `try ${facts.used}\n` }],
        },
        { when: /Review pull request/, steps: [APPROVE] },
      ],
    });
    const number = await world.issue('make it');
    const work = workId('issue', world.repo, number);
    await world.until('it is done', async () => (await world.labels(number)).includes('autodev:done'));
    await world.quiet();
    assert.match(await world.tell({ name: 'retry', work }), /is finished/);
    const [first] = await pulls(world);
    assert.ok(first !== undefined);
    await world.forge.owner.request('PATCH', `/repos/${world.repo}/pulls/${first.number}`, {
      state: 'closed',
    });
    const told = await whyOf(world, work);
    assert.equal(told.because, `it was finished, but PR #${first.number} was closed without being merged`);
    assert.match(told.next, /autodev retry/);
    assert.match(
      await world.tell({ name: 'retry', work }),
      new RegExp(`done once more.*PR #${first.number} was closed without being merged`),
    );
    await world.until('there is another one', async () => (await pulls(world)).length === 2);
    await world.until('it is done', async () => (await world.labels(number)).includes('autodev:done'));
    assert.equal(world.sessions('implement'), 2);
    assert.deepEqual((await pulls(world)).map(({ state }) => state).toSorted(), ['closed', 'open']);
    assert.match((await whyOf(world, work)).because, /^it is finished: PR #\d+$/);
  });
});

describe('what fails', () => {
  test('after its pull request was merged waits for nothing: it is done', async () => {
    await using world = await openFlowWorld({
      config: { daemon: { tick_interval_secs: 0.2, retry_base_secs: 3_600, drain_secs: 2 } },
      script: (gate) => [
        {
          when: /Review pull request.*first/s,
          steps: [gate('review').step, { do: 'fail', reason: 'crashed' }],
        },
        { when: /Review pull request/, steps: [{ do: 'fail', reason: 'crashed' }] },
      ],
    });
    await world.commit('first', { 'a.txt': 'a' });
    const first = await world.pull('first', 'first');
    const merge = (number: number) =>
      world.forge.owner.request('PUT', `/repos/${world.repo}/pulls/${number}/merge`, {});
    await world.until('it is reviewed', () => world.gate('review').reached());
    await merge(first);
    world.gate('review').open();
    await world.until('it left', () => world.left(workId('pr', world.repo, first)).length > 0);
    assert.deepEqual(world.left(workId('pr', world.repo, first)), [
      `done: PR #${first} was merged meanwhile`,
    ]);
    await world.commit('second', { 'b.txt': 'b' });
    const second = await world.pull('second', 'second');
    const work = workId('pr', world.repo, second);
    await world.until('it failed', () => world.left(work).length > 0);
    assert.equal((await whyOf(world, work)).waits_for, 'its next attempt');
    await merge(second);
    await world.until('it is over', () => world.left(work).length > 1);
    assert.equal(world.left(work).at(-1), `done: PR #${second} was merged meanwhile`);
    assert.equal((await world.program.store.attempts.waiting(0)).length, 0);
  });

  test('for the last time says nothing below an item that was closed meanwhile, and names no folder of the machine', async () => {
    await using world = await openFlowWorld({
      repo: { max_attempts: 1 },
      script: (gate) => [
        {
          when: /Analyse an issue.*closed/s,
          steps: [gate('closed').step, { do: 'fail', reason: 'crashed', text: 'gone' }],
        },
        {
          when: /Analyse an issue/,
          steps: (facts) => [
            { do: 'fail', reason: 'crashed', text: `cannot read ${facts.cwd}/src/a.ts of /home/ann/x/y.txt` },
          ],
        },
      ],
    });
    const number = await world.issue('it fails');
    await world.until('it gave up', async () => (await world.labels(number)).includes('autodev:skip'));
    const said = (await world.comments(number)).join('\n');
    assert.match(said, /cannot read src\/a\.ts of …\/y\.txt/);
    assert.ok(!said.includes(world.home) && !said.includes('/home/ann'), said);
    const closed = await world.issue('closed');
    const work = workId('issue', world.repo, closed);
    await world.until('it is analysed', () => world.gate('closed').reached());
    await world.forge.owner.request('PATCH', `/repos/${world.repo}/issues/${closed}`, { state: 'closed' });
    world.gate('closed').open();
    await world.until('it left', () => world.left(work).length > 0);
    assert.deepEqual(world.left(work), ['dropped: it was closed meanwhile']);
    assert.ok(!(await world.comments(closed)).some((body) => body.includes('I tried')));
    assert.deepEqual(await world.labels(closed), []);
  });
});
