import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { workId } from '../../src/work/ids.ts';
import { answer, APPROVE, IMPLEMENT, openFlowWorld } from '../support/flow-world.ts';
import type { Gate } from '../support/session-gates.ts';

const USERS = ['dev', 'autodev[bot]', 'ann', 'ben'];
const cost = { do: 'cost', usd: 0.1 } as const;
const write = (text: string) => ({ do: 'write', path: 'a.txt', text }) as const;
const must = { path: 'a.txt', line: 1, body: 'this is wrong', severity: 'must', category: 'bug' };
const CHANGES = answer({ verdict: 'request_changes', summary: 'no', comments: [must] });

const working = (gate: (name: string) => Gate) => [
  { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
  { when: /Implement an issue/, steps: [cost, gate('work').step, write('a')] },
  { when: /Review pull request/, steps: [cost, APPROVE] },
];

type World = Awaited<ReturnType<typeof openFlowWorld>>;

async function atWork(world: World) {
  for (const login of ['ann', 'ben'])
    await world.forge.owner.request('PUT', `/repos/${world.repo}/collaborators/${login}`, {
      permission: 'push',
    });
  const number = await world.issue('make it');
  await world.until('the work runs', () => world.gate('work').reached());
  return { number, work: workId('issue', world.repo, number) };
}

const say = (world: World, login: string, number: number, body: string) =>
  world.forge.user(login).request('POST', `/repos/${world.repo}/issues/${number}/comments`, { body });
const pulls = (world: World) => world.get<{ number: number; state: string }[]>('/pulls?state=all');

describe('people who do odd things while a session runs', { concurrency: 2 }, () => {
  test('an issue that is closed and opened again meanwhile is done once, as if nothing had happened', async () => {
    await using world = await openFlowWorld({ script: working, users: USERS });
    const { number } = await atWork(world);
    for (const state of ['closed', 'open'])
      await world.forge.owner.request('PATCH', `/repos/${world.repo}/issues/${number}`, { state });
    world.gate('work').open();
    await world.quiet();
    assert.deepEqual(await world.labels(number), ['autodev:done']);
    assert.equal((await pulls(world)).length, 1);
    assert.deepEqual([world.sessions('analyze'), world.sessions('implement')], [1, 1]);
  });

  test('a status comment that is deleted is written anew, once, and the work goes on', async () => {
    await using world = await openFlowWorld({ script: working, users: USERS });
    const { number } = await atWork(world);
    const mine = async () =>
      (await world.get<{ id: number; body: string }[]>(`/issues/${number}/comments`)).filter(({ body }) =>
        body.includes('autodev:claim'),
      );
    for (const { id } of await mine())
      await world.forge.owner.request('DELETE', `/repos/${world.repo}/issues/comments/${id}`);
    world.gate('work').open();
    await world.quiet();
    assert.deepEqual(await world.labels(number), ['autodev:done']);
    assert.equal((await mine()).length, 1);
    assert.equal(world.sessions('implement'), 1);
  });

  test('stop and retry in one breath: it is stopped and tried once more, and the analysis is paid once', async () => {
    await using world = await openFlowWorld({ script: working, users: USERS });
    const { number, work } = await atWork(world);
    await world.program.daemon.pause();
    await say(world, 'ann', number, '/autodev stop');
    await say(world, 'ann', number, '/autodev retry');
    await world.program.daemon.resume();
    const heard = () => world.events.filter(({ type }) => type === 'word.said').length;
    await world.until('both were heard', () => heard() === 2);
    world.gate('work').open();
    await world.until('it is done', async () => (await world.labels(number)).includes('autodev:done'));
    await world.quiet();
    assert.deepEqual(await world.labels(number), ['autodev:done']);
    assert.equal((await pulls(world)).length, 1);
    assert.equal(world.sessions('analyze'), 1);
    assert.ok(world.sessions('implement') <= 2);
    assert.equal(await world.program.store.attempts.get(work), undefined, 'no failure is counted');
  });

  test('done put on an issue by hand ends the work on it: nothing is published, the label stays', async () => {
    await using world = await openFlowWorld({ script: working, users: USERS });
    const { number } = await atWork(world);
    await world.forge.owner.request('POST', `/repos/${world.repo}/issues/${number}/labels`, {
      labels: ['autodev:done'],
    });
    world.gate('work').open();
    await world.quiet();
    assert.deepEqual(await pulls(world), []);
    assert.deepEqual(await world.labels(number), ['autodev:done']);
  });

  test('a branch that is deleted during its improvement stays deleted, and the work is kept', async () => {
    await using world = await openFlowWorld({
      users: USERS,
      script: (gate) => [
        { when: /Review pull request/, steps: [cost, CHANGES] },
        { when: /Improve pull request/, steps: [cost, gate('work').step, write('better')] },
      ],
    });
    await world.commit('topic', { 'a.txt': 'one\n' });
    const number = await world.pull('change', 'topic');
    const work = workId('pr', world.repo, number);
    await world.until('the improvement runs', () => world.gate('work').reached());
    await world.forge.owner.request('DELETE', `/repos/${world.repo}/git/refs/heads/topic`);
    world.gate('work').open();
    await world.until('it left', () => world.left(work).length > 0);
    await world.quiet();
    assert.match(world.left(work)[0] ?? '', /^dropped: .*kept as commit/);
    const branches = await world.get<{ name: string }[]>('/branches');
    assert.deepEqual(
      branches.map(({ name }) => name),
      ['main'],
    );
  });
});

describe('two people who answer one question', () => {
  test('the first counts, the second is told so, and nothing is paid twice', async () => {
    await using world = await openFlowWorld({
      users: USERS,
      script: () => [
        {
          when: { prompt: /Analyse an issue/, not: /version (one|two)/ },
          steps: [
            cost,
            answer({
              verdict: 'needs_clarification',
              confidence: 0.2,
              summary: 'unclear',
              questions: ['Which?'],
            }),
          ],
        },
        {
          when: /Analyse an issue/,
          steps: [cost, answer({ verdict: 'wontfix', confidence: 1, summary: 'heard' })],
        },
      ],
    });
    for (const login of ['ann', 'ben'])
      await world.forge.owner.request('PUT', `/repos/${world.repo}/collaborators/${login}`, {
        permission: 'push',
      });
    const number = await world.issue('unclear');
    const work = workId('issue', world.repo, number);
    await world.until('it asks', async () => (await world.labels(number)).includes('autodev:skip'));
    await world.program.daemon.pause();
    await say(world, 'ann', number, '/autodev answer version one');
    await say(world, 'ben', number, '/autodev answer version two');
    await world.program.daemon.resume();
    await world.until('it left', () => world.left(work).some((line) => line.includes('advises against')));
    await world.quiet();
    const [question] = await world.program.store.questions.ofWork(work);
    assert.deepEqual([question?.answer, question?.answeredBy], ['version one', 'ann']);
    const heard = world.events.flatMap((event) => (event.type === 'word.said' ? [event.by] : []));
    assert.deepEqual(heard, ['ann', 'ben']);
    assert.equal(world.sessions('analyze'), 2);
  });
});
