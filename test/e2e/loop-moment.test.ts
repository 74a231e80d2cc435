import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { workId } from '../../src/work/ids.ts';
import { answer, APPROVE, openFlowWorld } from '../support/flow-world.ts';

const cost = { do: 'cost', usd: 0.1 } as const;
const must = { path: 'a.txt', line: 1, body: 'this is wrong', severity: 'must', category: 'bug' };
const CHANGES = answer({ verdict: 'request_changes', summary: 'no', comments: [must] });

describe('settings that people change while a session runs', () => {
  test('hold for what follows it: a merge that is switched off pushes and merges nothing', async () => {
    await using world = await openFlowWorld({
      repo: { auto_merge: true, merge_require_ci: false },
      script: (gate) => [
        { when: /Review pull request/, steps: [cost, gate('review').step, APPROVE] },
        {
          when: /conflict/i,
          steps: [cost, gate('resolve').step, { do: 'write', path: 'a.txt', text: 'both\n' }],
        },
      ],
    });
    const head = await world.commit('topic', { 'a.txt': 'mine\n' });
    const number = await world.pull('change', 'topic');
    const work = workId('merge', world.repo, number);
    await world.until('the review runs', () => world.gate('review').reached());
    await world.commit('main', { 'a.txt': 'theirs\n' });
    world.gate('review').open();
    await world.until('the conflict is resolved', () => world.gate('resolve').reached());
    await world.reload({ auto_merge: false });
    world.gate('resolve').open();
    await world.until('it has left', () => world.left(work).length > 0);
    assert.match(world.left(work)[0] ?? '', /^dropped: auto_merge is off/);
    const now = await world.get<{ head: { sha: string }; merged: boolean }>(`/pulls/${number}`);
    assert.deepEqual([now.head.sha, now.merged], [head, false]);
  });

  test('hold for the last word: an author who is ignored by now is told nothing', async () => {
    await using world = await openFlowWorld({
      repo: { max_attempts: 1 },
      script: (gate) => [
        {
          when: /Analyse an issue/,
          steps: [gate('work').step, { do: 'fail', reason: 'plugin_error', text: 'it broke' }],
        },
      ],
    });
    const number = await world.issue('it fails');
    const work = workId('issue', world.repo, number);
    await world.until('it is analysed', () => world.gate('work').reached());
    await world.reload({ max_attempts: 1, ignore_authors: [world.forge.owner.login] });
    world.gate('work').open();
    await world.until('it has left', () => world.left(work).length > 0);
    assert.match(world.left(work)[0] ?? '', /^dropped: .* is in ignore_authors/);
    assert.ok(!(await world.comments(number)).some((body) => body.includes('I tried')));
  });
});

test('what a failed attempt left is gone back to only on the head it was made for: no push rewrites a pull request', async () => {
  await using world = await openFlowWorld({
    repo: { checks: [['test', '-e', 'ok.txt']] },
    script: () => [
      { when: /Review pull request/, times: 2, steps: [cost, CHANGES] },
      { when: /Review pull request/, steps: [cost, APPROVE] },
      { when: /Improve/, times: 1, steps: [cost, { do: 'write', path: 'first.txt', text: '1\n' }] },
      { when: /Improve/, times: 1, steps: [cost, { do: 'write', path: 'ok.txt', text: '2\n' }] },
      { when: /Improve/, steps: [cost, { do: 'write', path: 'more.txt', text: '3\n' }] },
    ],
  });
  const heads = [await world.commit('topic', { 'a.txt': 'one\n' })];
  const number = await world.pull('change', 'topic');
  const work = workId('pr', world.repo, number);
  await world.until('it is approved', () => world.left(work).at(-1) === 'done: approved');
  assert.equal(world.sessions('improve'), 3);
  const { effects } = world.program.store;
  for (const { intent } of (await effects.ofKind(work, 'push')).toReversed())
    heads.push((intent as { sha: string }).sha);
  assert.equal(heads.length, 3, 'two improvements were pushed');
  for (const [at, head] of heads.slice(1).entries()) {
    const { status } = await world.get<{ status: string }>(`/compare/${heads[at]}...${head}`);
    assert.equal(status, 'ahead', 'each push goes on from the one before');
  }
  const files = await world.get<{ filename: string }[]>(`/pulls/${number}/files`);
  const names = files.map(({ filename }) => filename).toSorted();
  assert.deepEqual(names, ['a.txt', 'first.txt', 'more.txt', 'ok.txt']);
});
