import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openFlowWorld } from '../support/flow-world.ts';

const REMARK = {
  verdict: 'request_changes',
  summary: 'no',
  comments: [{ path: 'README.md', line: 1, severity: 'major', body: 'change this' }],
};

describe('a branch that others build on', () => {
  test('is never improved: neither the default branch as a head, nor one that another PR goes into', async () => {
    await using world = await openFlowWorld({
      repo: { scan_targets: ['pulls'], improve: 'same-repo', max_review_rounds: 2 },
      script: () => [
        { when: { schema: 'review' }, steps: [{ do: 'answer', value: REMARK }] },
        {
          when: /./,
          steps: [
            { do: 'write', path: 'pushed.txt', text: 'x' },
            { do: 'say', text: 'improved' },
          ],
        },
      ],
    });
    await world.commit('production', { 'old.txt': 'x' });
    await world.commit('stack', { 'stack.txt': 'x' });
    await world.commit('leaf', { 'leaf.txt': 'x' });
    const main = await world.commit('main', { 'new.txt': 'x' });
    const stack = await world.program.forge.branch(world.repo, 'stack');
    const open = async (head: string, base: string) =>
      (
        (await world.forge.owner.request('POST', `/repos/${world.repo}/pulls`, {
          title: `${head} into ${base}`,
          body: '',
          head,
          base,
        })) as { number: number }
      ).number;
    await open('leaf', 'stack');
    const numbers = [await open('main', 'production'), await open('stack', 'main')];
    for (const number of numbers)
      await world.until(
        `#${number} is reviewed and left`,
        () => world.left(`pr:${world.repo}:${number}`).length > 0,
      );
    assert.equal(world.sessions('improve'), 0, 'what may not be pushed is not paid for');
    assert.equal(await world.program.forge.branch(world.repo, 'main'), main);
    assert.equal(await world.program.forge.branch(world.repo, 'stack'), stack);
  });
});
