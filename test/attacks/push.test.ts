import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { APPROVE, IMPLEMENT, openFlowWorld } from '../support/flow-world.ts';

const REMARK = {
  verdict: 'request_changes',
  summary: 'no',
  comments: [{ path: 'README.md', line: 1, severity: 'major', body: 'change this' }],
};

const DEMAND = {
  ...REMARK,
  comments: [{ path: 'a.txt', line: 1, severity: 'must', category: 'design', body: 'change this' }],
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

test('an issue that is done again does not undo what its open pull request has become', async () => {
  let text = 0;
  await using world = await openFlowWorld({
    repo: { improve: 'same-repo', max_review_rounds: 2, max_attempts: 1 },
    script: () => [
      { when: /Analyse an issue/, steps: [IMPLEMENT] },
      {
        when: /Implement an issue/,
        steps: () => [{ do: 'write', path: 'a.txt', text: `made ${(text += 1)}\n` }],
      },
      { when: { schema: 'review' }, times: 1, steps: [{ do: 'answer', value: DEMAND }] },
      { when: { schema: 'review' }, steps: [APPROVE] },
      { when: /Improve pull request/, steps: [{ do: 'write', path: 'b.txt', text: 'improved\n' }] },
    ],
  });
  const issue = await world.issue('make it');
  const pulls = () =>
    world.get<{ head: { ref: string; sha: string }; labels: { name: string }[] }[]>('/pulls');
  await world.until('the pull request was improved and approved', async () => {
    const [pull] = await pulls();
    return pull?.labels.some(({ name }) => name === 'autodev:done') === true;
  });
  await world.quiet();
  const before = await pulls();
  assert.equal(world.sessions('improve'), 1);
  const left = world.left(`issue:${world.repo}:${issue}`).length;
  await world.forge.owner.request('DELETE', `/repos/${world.repo}/issues/${issue}/labels/autodev:done`);
  await world.until('it was done again', () => world.left(`issue:${world.repo}:${issue}`).length > left);
  assert.match(world.left(`issue:${world.repo}:${issue}`).at(-1) ?? '', /open from .* improved there/);
  assert.deepEqual(
    (await pulls()).map(({ head }) => head.sha),
    before.map(({ head }) => head.sha),
  );
});
