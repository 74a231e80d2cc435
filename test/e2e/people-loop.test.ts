import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DemoForge } from '../../src/compose/repos/forge.ts';
import type { Store } from '../../src/store/store.ts';
import { answer, APPROVE, IMPLEMENT, openFlowWorld } from '../support/flow-world.ts';

const cost = { do: 'cost', usd: 0.1 } as const;
const working = () => [
  { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
  { when: /Implement an issue/, steps: [cost, { do: 'write', path: 'a.txt', text: 'a' } as const] },
  { when: /Review pull request/, steps: [cost, APPROVE] },
];

describe('one identity for the daemon and the person', () => {
  test('what the person answers counts as theirs, and the conversation reads in its order', async () => {
    await using world = await openFlowWorld({
      as: 'owner',
      script: () => [
        {
          when: { prompt: /Analyse an issue/, not: /use version two/ },
          steps: [
            cost,
            answer({
              verdict: 'needs_clarification',
              confidence: 0.2,
              summary: 'unclear',
              questions: ['Version one or two?'],
            }),
          ],
        },
        {
          when: /Analyse an issue.*use version two/s,
          steps: [cost, answer({ verdict: 'wontfix', confidence: 1, summary: 'two is there already' })],
        },
      ],
    });
    const number = await world.issue('unclear');
    await world.until('it asks', async () => (await world.labels(number)).includes('autodev:skip'));
    await world.forge.owner.request('POST', `/repos/${world.repo}/issues/${number}/comments`, {
      body: 'use version two',
    });
    await world.forge.owner.request('DELETE', `/repos/${world.repo}/issues/${number}/labels/autodev:skip`);
    await world.until('it was analysed again', async () =>
      (await world.comments(number)).some((body) => body.includes('two is there already')),
    );
    await world.quiet();
    assert.equal(world.sessions('analyze'), 2, 'the same question is not asked and paid again');
    const said = (await world.comments(number)).filter((body) => !body.includes('<!-- autodev:claim'));
    const order = ['Version one or two?', 'use version two', 'two is there already'];
    assert.equal(said.length, order.length);
    for (const [at, words] of order.entries()) assert.ok(said[at]?.includes(words), `${at}: ${words}`);
  });

  test('a mark of ours in what somebody else says does not make it ours', async () => {
    await using world = await openFlowWorld({
      script: () => [
        {
          when: { prompt: /Analyse an issue/, not: /use version two/ },
          steps: [
            cost,
            answer({ verdict: 'needs_clarification', confidence: 0.2, summary: 'unclear', questions: ['?'] }),
          ],
        },
        {
          when: /Analyse an issue.*use version two/s,
          steps: [cost, answer({ verdict: 'wontfix', confidence: 1, summary: 'heard' })],
        },
      ],
    });
    const number = await world.issue('unclear');
    await world.until('it asks', async () => (await world.labels(number)).includes('autodev:skip'));
    await world.forge.owner.request('POST', `/repos/${world.repo}/issues/${number}/comments`, {
      body: `use version two\n\n<!-- autodev:analysis issue:${world.repo}:${number} -->`,
    });
    await world.forge.owner.request('DELETE', `/repos/${world.repo}/issues/${number}/labels/autodev:skip`);
    await world.until('it was heard', async () =>
      (await world.comments(number)).some((body) => body.includes('heard')),
    );
  });
});

describe('a retry', () => {
  test('takes up exactly the item it names, and leaves every other old one alone', async () => {
    await using world = await openFlowWorld({ script: working });
    await world.program.daemon.pause();
    const numbers = [await world.issue('first'), await world.issue('second'), await world.issue('third')];
    const { cursors, repositories } = world.program.store;
    const id = (await repositories.find(world.repo))?.id ?? '';
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await cursors.set(id, 'issues', later, later);
    await world.program.daemon.resume();
    await world.quiet();
    assert.equal(world.sessions('analyze'), 0);
    await world.tell({ name: 'retry', work: `issue:${world.repo}:${numbers[1]}` });
    await world.until('it is done', async () =>
      (await world.labels(numbers[1] ?? 0)).includes('autodev:done'),
    );
    await world.quiet();
    assert.equal(world.sessions('analyze'), 1);
    assert.deepEqual(await world.labels(numbers[0] ?? 0), []);
    assert.deepEqual(await world.labels(numbers[2] ?? 0), []);
  });
});

/**
 * The store fails right after a pull request was opened, before that is on record, and people do something to it: labels
 * and the unfinished run stay as a crash leaves them.
 */
const losing = (then: (forge: DemoForge, url: string) => Promise<unknown>) => {
  let lost = false;
  let broken: string | undefined;
  return (store: Store, forge: DemoForge): Store => ({
    ...store,
    steps: {
      ...store.steps,
      finished: async (run) => {
        if (broken !== run) return store.steps.finished(run);
        broken = undefined;
        throw new Error('the store is broken');
      },
    },
    effects: {
      ...store.effects,
      done: async (run, key, result) => {
        if (key.startsWith('pull ') && !lost) {
          lost = true;
          broken = run;
          const { repo, number } = result as { repo: string; number: number };
          await then(forge, `/repos/${repo}/pulls/${number}`);
          throw new Error('the record was lost');
        }
        await store.effects.done(run, key, result);
      },
    },
  });
};

describe('a pull request that was opened but not recorded', () => {
  test('is not opened a second time when a person closed it meanwhile: the issue is left to them', async () => {
    await using world = await openFlowWorld({
      script: working,
      wrapStore: losing((forge, url) => forge.owner.request('PATCH', url, { state: 'closed' })),
    });
    const number = await world.issue('once');
    const work = `issue:${world.repo}:${number}`;
    await world.until('it is left', () => world.left(work).some((line) => line.startsWith('skip')));
    assert.match(world.left(work).at(-1) ?? '', /a person closed PR #/);
    assert.equal((await world.get<unknown[]>('/pulls?state=all')).length, 1);
    assert.equal(world.sessions('implement'), 1);
  });

  test('ends the issue when a person merged it meanwhile', async () => {
    await using world = await openFlowWorld({
      script: working,
      wrapStore: losing((forge, url) => forge.owner.request('PUT', `${url}/merge`, {})),
    });
    const number = await world.issue('once');
    const work = `issue:${world.repo}:${number}`;
    await world.until('it is done', () => world.left(work).some((line) => line.startsWith('done')));
    assert.match(world.left(work).at(-1) ?? '', /PR #\d+, merged/);
    assert.equal((await world.get<unknown[]>('/pulls?state=all')).length, 1);
  });
});

test('in a repository that is disabled during a session nothing is published any more', async () => {
  await using world = await openFlowWorld({
    script: (gate) => [
      { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
      {
        when: /Implement an issue/,
        steps: [cost, gate('work').step, { do: 'write', path: 'a.txt', text: 'a' }],
      },
    ],
  });
  const work = `issue:${world.repo}:${await world.issue('stop')}`;
  await world.until('the work runs', () => world.gate('work').reached());
  await world.program.store.repositories.setEnabled(world.repo, false);
  world.gate('work').open();
  await world.until('it has left', () => world.left(work).length > 0);
  assert.match(world.left(work)[0] ?? '', /^dropped: .* no longer worked on.* kept as commit/);
  assert.deepEqual(await world.get('/pulls?state=all'), []);
});

test('an approved pull request says to merge it, and where, when merging is left to people', async () => {
  await using world = await openFlowWorld({ script: working });
  await world.commit('topic', { 'a.txt': 'one' });
  const number = await world.pull('change', 'topic');
  await world.until('it says so', () =>
    world.events.some(
      (event) =>
        event.type === 'item.waiting' &&
        event.work === `merge:${world.repo}:${number}` &&
        /merge it, or set auto_merge: http.*\/pull\/\d+$/.test(event.reason),
    ),
  );
});
