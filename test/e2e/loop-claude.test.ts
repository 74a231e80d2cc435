import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workId } from '../../src/work/ids.ts';
import { openFlowWorld } from '../support/flow-world.ts';
import { LOOP_SCRIPT } from '../support/loop-script.ts';
import { realClaude } from '../support/model/real-claude.ts';

test("with the real claude a person's review and a red check each lead to an improvement, the threads to answers", async () => {
  await using claude = await realClaude({ script: LOOP_SCRIPT });
  await using world = await openFlowWorld({
    script: () => [],
    users: ['dev', 'autodev[bot]', 'ann'],
    config: { agent: { default: 'claude', ...claude.config } },
  });
  await world.forge.owner.request('PUT', `/repos/${world.repo}/collaborators/ann`, { permission: 'push' });
  await world.commit('topic', { 'a.txt': 'one\ntwo\n' });
  const number = await world.pull('topic', 'topic');
  const head = async () => (await world.get<{ head: { sha: string } }>(`/pulls/${number}`)).head.sha;
  await world.until('it is approved', async () => (await world.labels(number)).includes('autodev:done'));
  await world.quiet();
  const first = await head();

  await world.forge.user('ann').request('POST', `/repos/${world.repo}/pulls/${number}/reviews`, {
    event: 'REQUEST_CHANGES',
    body: 'Use better words.',
    comments: [
      { path: 'a.txt', line: 1, side: 'RIGHT', body: 'not this' },
      { path: 'a.txt', line: 2, side: 'RIGHT', body: 'nor that' },
    ],
  });
  await world.until('it was improved', async () => (await head()) !== first);
  await world.quiet();
  const second = await head();
  const remarks = await world.get<{ body: string; in_reply_to_id?: number }[]>(`/pulls/${number}/comments`);
  const answers = remarks.filter(({ in_reply_to_id: to }) => to !== undefined);
  assert.equal(answers.length, 2, 'one answer in each thread');
  for (const { body } of answers) assert.ok(body.includes(second.slice(0, 12)), body);

  await world.forge.owner.request('POST', `/repos/${world.repo}/statuses/${second}`, {
    context: 'test',
    state: 'failure',
    description: 'expected two',
  });
  await world.until('the check was fixed', async () => (await head()) !== second);
  await world.quiet();
  assert.deepEqual([world.sessions('improve'), world.sessions('review')], [2, 3]);
  assert.equal(world.left(workId('pr', world.repo, number)).at(-1), 'done: approved');
  assert.ok(
    world.events.every((event) => event.type !== 'session.started' || event.agent === 'claude'),
    'every session was claude',
  );
});
