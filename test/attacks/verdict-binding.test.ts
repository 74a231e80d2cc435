import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answer, APPROVE, openFlowWorld } from '../support/flow-world.ts';

const cost = { do: 'cost', usd: 0.1 } as const;
const approving = () => [{ when: /Review pull request/, steps: [cost, APPROVE] }];
const refusing = () => [
  {
    when: /Review pull request/,
    steps: [
      cost,
      answer({
        verdict: 'request_changes',
        summary: 'no',
        comments: [{ path: 'a.txt', line: 1, body: 'wrong', severity: 'must', category: 'bug' }],
      }),
    ],
  },
];

type World = Awaited<ReturnType<typeof openFlowWorld>>;
const isMerged = async (world: World, number: number) =>
  (await world.get<{ merged: boolean }>(`/pulls/${number}`)).merged;
const approved = (world: World, number: number) =>
  world.until('it is approved', async () => (await world.labels(number)).includes('autodev:done'));
const guest = (world: World, permission: string) =>
  world.forge.owner.request('PUT', `/repos/${world.repo}/collaborators/${world.forge.other.login}`, {
    permission,
  });
const approveAs = (world: World, number: number) =>
  world.forge.other.request('POST', `/repos/${world.repo}/pulls/${number}/reviews`, { event: 'APPROVE' });
const retarget = (world: World, number: number, base: string) =>
  world.forge.owner.request('PATCH', `/repos/${world.repo}/pulls/${number}`, { base });
const waits = (world: World, number: number, reason: RegExp) =>
  world.until(`#${number} waits: ${reason}`, () =>
    world.events.some(
      (event) =>
        event.type === 'item.waiting' &&
        event.work === `merge:${world.repo}:${number}` &&
        reason.test(event.reason),
    ),
  );

describe('an approval of ours', () => {
  test("does not merge a stranger's pull request with the same commit", async () => {
    await using world = await openFlowWorld({ repo: { auto_merge: true }, script: approving });
    const sha = await world.commit('topic', { 'a.txt': 'one' });
    const first = await world.pull('ours to review', 'topic');
    await approved(world, first);
    await world.forge.owner.request('PATCH', `/repos/${world.repo}/pulls/${first}`, { state: 'closed' });
    // Whoever can see the repository can open a pull request from a copy that has its commits.
    const fork = (await world.forge.other.request('POST', `/repos/${world.repo}/forks`, {})) as {
      full_name: string;
    };
    await world.forge.other.request('POST', `/repos/${fork.full_name}/git/refs`, {
      ref: 'refs/heads/evil',
      sha,
    });
    const { number } = (await world.forge.other.request('POST', `/repos/${world.repo}/pulls`, {
      title: 'merge me',
      body: '',
      head: `${world.forge.other.login}:evil`,
      base: 'main',
    })) as { number: number };
    await world.green(sha);
    await waits(world, number, /no approval/);
    await world.quiet();
    assert.equal(await isMerged(world, number), false);
    assert.equal(world.sessions('review'), 1, 'nobody without write access makes us review');
  });

  test('for one base does not merge into another: it is reviewed again there', async () => {
    await using world = await openFlowWorld({
      repo: { auto_merge: true, improve: 'own' },
      script: () => [
        { when: { prompt: /Review pull request/, not: /sandbox/ }, steps: refusing()[0]?.steps ?? [] },
        { when: /Review pull request/, steps: [cost, APPROVE] },
      ],
    });
    await world.commit('sandbox', { 'sandbox.txt': 's' });
    const sha = await world.commit('topic', { 'a.txt': 'one\n' });
    const number = await world.pull('change', 'topic', 'sandbox');
    await approved(world, number);
    await retarget(world, number, 'main');
    await world.green(sha);
    await world.until('it is reviewed again', () => world.sessions('review') > 1);
    await waits(world, number, /requested changes|another head or base|no approval/);
    assert.equal(await isMerged(world, number), false);
  });

  test('is not made by a status of its name', async () => {
    await using world = await openFlowWorld({
      repo: { auto_merge: true, improve: 'own', merge: { accept: ['autodev'] } },
      script: refusing,
    });
    await guest(world, 'push');
    const sha = await world.commit('topic', { 'a.txt': 'one\n' });
    const number = await world.pull('change', 'topic');
    await world.until('it was reviewed', async () => (await world.reviews(number)).length > 0);
    const status = { context: 'autodev/review', state: 'success' };
    for (const who of [world.forge.other, world.forge.bot])
      await who.request('POST', `/repos/${world.repo}/statuses/${sha}`, status);
    await world.green(sha);
    await world.quiet();
    assert.equal(await isMerged(world, number), false);
  });
});

describe("a person's approval", () => {
  const human = { auto_merge: true, merge: { accept: ['human'] } };

  test('given before the pull request went into another base does not count there; a new one does', async () => {
    await using world = await openFlowWorld({ repo: human, script: approving });
    await guest(world, 'push');
    await world.commit('sandbox', { 'sandbox.txt': 's' });
    const sha = await world.commit('topic', { 'a.txt': 'one' });
    const number = await world.pull('change', 'topic', 'sandbox');
    await approved(world, number);
    await approveAs(world, number);
    await retarget(world, number, 'main');
    await world.green(sha);
    await waits(world, number, /no approval/);
    await world.quiet();
    assert.equal(await isMerged(world, number), false);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await approveAs(world, number);
    await world.until('it is merged', () => isMerged(world, number));
  });

  test('does not count once its author lost write access', async () => {
    await using world = await openFlowWorld({ repo: human, script: approving });
    await guest(world, 'push');
    const sha = await world.commit('topic', { 'a.txt': 'one' });
    const number = await world.pull('change', 'topic');
    await approved(world, number);
    await approveAs(world, number);
    await world.forge.owner.request(
      'DELETE',
      `/repos/${world.repo}/collaborators/${world.forge.other.login}`,
    );
    await world.green(sha);
    await waits(world, number, /no approval/);
    await world.quiet();
    assert.equal(await isMerged(world, number), false);
  });
});
