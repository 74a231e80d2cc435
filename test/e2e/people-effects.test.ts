import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answer, APPROVE, IMPLEMENT, openFlowWorld } from '../support/flow-world.ts';
import type { Gate } from '../support/session-gates.ts';

const cost = { do: 'cost', usd: 0.1 } as const;
const must = { path: 'a.txt', line: 1, body: 'this is wrong', severity: 'must', category: 'bug' };
const write = (text: string) => ({ do: 'write', path: 'a.txt', text }) as const;

const working = (gate: (name: string) => Gate) => [
  { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
  { when: /Implement an issue/, steps: [cost, gate('work').step, write('a')] },
  { when: /Review pull request/, steps: [cost, APPROVE] },
];
const improving = (gate: (name: string) => Gate) => [
  {
    when: { prompt: /Review pull request/, not: /Remarks of the round before/ },
    steps: [cost, answer({ verdict: 'request_changes', summary: 'no', comments: [must] })],
  },
  { when: /Review pull request/, steps: [cost, APPROVE] },
  { when: /Improve pull request/, steps: [cost, gate('work').step, write('better')] },
];

type World = Awaited<ReturnType<typeof openFlowWorld>>;

async function atWork(world: World): Promise<number> {
  const number = await world.issue('change me', 'the old text');
  await world.until('the work runs', () => world.gate('work').reached());
  return number;
}

async function improvingPull(world: World): Promise<{ number: number; head: string }> {
  const head = await world.commit('topic', { 'a.txt': 'first\n' });
  const number = await world.pull('change', 'topic');
  await world.until('the improvement runs', () => world.gate('work').reached());
  return { number, head };
}

async function nothingWasPublished(world: World, number: number): Promise<void> {
  assert.deepEqual(await world.get('/pulls?state=all'), []);
  const branches = await world.get<{ name: string }[]>('/branches');
  assert.deepEqual(
    branches.map(({ name }) => name),
    ['main'],
    `#${number} has no branch on the forge`,
  );
}

describe(
  'what people did during the last session is seen before anything is published',
  { concurrency: 2 },
  () => {
    test('an issue closed then gets no branch and no pull request, and goes on from its kept commit when reopened', async () => {
      await using world = await openFlowWorld({ script: working });
      const number = await atWork(world);
      const work = `issue:${world.repo}:${number}`;
      const patch = (state: string) =>
        world.forge.owner.request('PATCH', `/repos/${world.repo}/issues/${number}`, { state });
      await patch('closed');
      world.gate('work').open();
      await world.until('it has left', () => world.left(work).length > 0);
      assert.match(world.left(work)[0] ?? '', /^dropped: it was closed .* kept as commit [0-9a-f]{12}/);
      assert.deepEqual(await world.labels(number), []);
      await nothingWasPublished(world, number);
      assert.ok((await world.comments(number)).some((body) => /dropped: .*kept as commit/.test(body)));
      await patch('open');
      await world.until('it is done', () => world.left(work).some((line) => line.startsWith('done')));
      assert.equal(world.sessions('implement'), 1, 'the work is paid for once');
    });

    test('an issue marked autodev:skip then is left alone, label and all', async () => {
      await using world = await openFlowWorld({ script: working });
      const number = await atWork(world);
      await world.forge.owner.request('POST', `/repos/${world.repo}/issues/${number}/labels`, {
        labels: ['autodev:skip'],
      });
      world.gate('work').open();
      await world.quiet();
      assert.deepEqual(await world.labels(number), ['autodev:skip']);
      await nothingWasPublished(world, number);
    });

    test('an issue rewritten then is begun again as it reads now; the earlier work is kept and said', async () => {
      await using world = await openFlowWorld({
        script: (gate) => [
          { when: /Analyse an issue.*the old text/s, steps: [cost, IMPLEMENT] },
          { when: /Implement an issue.*the old text/s, steps: [cost, gate('work').step, write('old')] },
          {
            when: /Analyse an issue.*the new text/s,
            steps: [cost, answer({ verdict: 'wontfix', confidence: 1, summary: 'not any more' })],
          },
        ],
      });
      const number = await atWork(world);
      await world.forge.owner.request('PATCH', `/repos/${world.repo}/issues/${number}`, {
        body: 'the new text',
      });
      world.gate('work').open();
      await world.quiet();
      assert.deepEqual(await world.labels(number), ['autodev:skip']);
      await nothingWasPublished(world, number);
      assert.ok(
        world.events.some(
          (event) => event.type === 'item.waiting' && /edited; .* kept as commit/.test(event.reason),
        ),
      );
    });

    test('an issue that lost the label of filter_labels then is no longer ours to publish for', async () => {
      await using world = await openFlowWorld({ script: working, repo: { filter_labels: ['robot'] } });
      const number = await world.issue('change me');
      const labels = `/repos/${world.repo}/issues/${number}/labels`;
      await world.forge.owner.request('POST', labels, { labels: ['robot'] });
      await world.until('the work runs', () => world.gate('work').reached());
      await world.forge.owner.request('DELETE', `${labels}/robot`);
      world.gate('work').open();
      await world.quiet();
      await nothingWasPublished(world, number);
      assert.match(world.left(`issue:${world.repo}:${number}`)[0] ?? '', /^dropped: .*filter_labels/);
    });

    test('a pull request closed during its improvement gets no push', async () => {
      await using world = await openFlowWorld({ script: improving });
      const { number, head } = await improvingPull(world);
      await world.forge.owner.request('PATCH', `/repos/${world.repo}/pulls/${number}`, { state: 'closed' });
      world.gate('work').open();
      await world.quiet();
      assert.equal((await world.get<{ head: { sha: string } }>(`/pulls/${number}`)).head.sha, head);
      assert.match(world.left(`pr:${world.repo}:${number}`)[0] ?? '', /^dropped: it was closed .* kept/);
      assert.deepEqual(await world.labels(number), []);
    });

    test('a pull request merged during its improvement gets no push to its branch', async () => {
      await using world = await openFlowWorld({ script: improving });
      const { number, head } = await improvingPull(world);
      await world.forge.owner.request('PUT', `/repos/${world.repo}/pulls/${number}/merge`, {});
      world.gate('work').open();
      await world.quiet();
      const branch = await world.get<{ commit: { sha: string } }>('/branches/topic');
      assert.equal(branch.commit.sha, head);
    });

    test('a pull request given another base during its review is reviewed against that one', async () => {
      await using world = await openFlowWorld({
        script: (gate) => [
          { when: /Review pull request.*into `main`/s, steps: [cost, gate('first').step, APPROVE] },
          { when: /Review pull request/s, steps: [cost, APPROVE] },
        ],
      });
      await world.commit('other', { 'other.txt': 'o' });
      await world.commit('topic', { 'a.txt': 'one' });
      const number = await world.pull('change', 'topic');
      await world.until('the review runs', () => world.gate('first').reached());
      await world.forge.owner.request('PATCH', `/repos/${world.repo}/pulls/${number}`, { base: 'other' });
      world.gate('first').open();
      await world.quiet();
      assert.equal(world.sessions('review'), 2, 'the approval for the first base was not given');
      assert.equal((await world.reviews(number)).length, 1);
    });

    test('in a repository that was archived nothing is written, and the item does not spin', async () => {
      await using world = await openFlowWorld({ script: working });
      const number = await atWork(world);
      const work = `issue:${world.repo}:${number}`;
      await world.forge.owner.request('PATCH', `/repos/${world.repo}`, { archived: true });
      world.gate('work').open();
      await world.until('it has left', () => world.left(work).length > 0);
      assert.match(world.left(work)[0] ?? '', /^dropped: .* is archived; .* kept as commit/);
      await nothingWasPublished(world, number);
    });

    test('where our own permission was taken away the run ends with its work kept', async () => {
      await using world = await openFlowWorld({ script: working });
      const number = await atWork(world);
      const work = `issue:${world.repo}:${number}`;
      await world.forge.owner.request(
        'DELETE',
        `/repos/${world.repo}/collaborators/${world.forge.bot.login}`,
      );
      world.gate('work').open();
      await world.until('it has left', () => world.left(work).length > 0);
      assert.match(world.left(work)[0] ?? '', /^dropped: we may no longer write/);
      await nothingWasPublished(world, number);
    });

    test('who lost write access a moment ago gets nothing published, whatever was remembered of them', async () => {
      await using world = await openFlowWorld({ script: working });
      const { other } = world.forge;
      const place = `/repos/${world.repo}/collaborators/${other.login}`;
      await world.forge.owner.request('PUT', place, { permission: 'push' });
      const { number } = (await other.request('POST', `/repos/${world.repo}/issues`, {
        title: 'from a colleague',
        body: 'please',
      })) as { number: number };
      await world.until('the work runs', () => world.gate('work').reached());
      await world.forge.owner.request('DELETE', place);
      world.gate('work').open();
      await world.quiet();
      await nothingWasPublished(world, number);
      assert.match(world.left(`issue:${world.repo}:${number}`)[0] ?? '', /^dropped: .* has no write access/);
    });
  },
);
