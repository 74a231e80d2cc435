import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APPROVE, openFlowWorld } from '../support/flow-world.ts';

test('a stack of three is merged from below, each retargeted when the one under it is merged', async () => {
  await using world = await openFlowWorld({
    repo: { auto_merge: true, merge_require_ci: false },
    script: () => [{ when: /Review pull request/, steps: [APPROVE] }],
  });
  await world.program.daemon.pause();
  await world.commit('one', { 'one.txt': '1\n' });
  await world.commit('two', { 'two.txt': '2\n' }, { from: 'one' });
  await world.commit('three', { 'three.txt': '3\n' }, { from: 'two' });
  // The uppermost first: the order comes from the stack, not from the numbers.
  const three = await world.pull('three', 'three', 'two');
  const two = await world.pull('two', 'two', 'one');
  const one = await world.pull('one', 'one');
  await world.program.daemon.resume();
  const merged = async (number: number) => (await world.get<{ merged: boolean }>(`/pulls/${number}`)).merged;
  await world.until(
    'all are merged',
    async () => (await merged(three)) && (await merged(two)) && (await merged(one)),
  );
  await world.quiet();
  const order = world.events.flatMap((event) =>
    event.type === 'item.left' && event.outcome === 'done' && event.work.startsWith('merge:')
      ? [Number(event.work.split(':').at(-1))]
      : [],
  );
  assert.deepEqual(order, [one, two, three]);
  for (const number of [one, two, three])
    assert.equal((await world.get<{ base: { ref: string } }>(`/pulls/${number}`)).base.ref, 'main');
  const files = await world.get<{ name: string }[]>('/contents/?ref=main');
  assert.deepEqual(files.map(({ name }) => name).toSorted(), [
    'README.md',
    'one.txt',
    'three.txt',
    'two.txt',
  ]);
});
