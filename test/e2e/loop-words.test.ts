import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { workId } from '../../src/work/ids.ts';
import { answer, openFlowWorld, type FlowWorld } from '../support/flow-world.ts';

const USERS = ['dev', 'autodev[bot]', 'ann', 'stranger', 'ci[bot]'];
const script = () => [
  {
    when: /Analyse an issue/,
    steps: [
      { do: 'cost' as const, usd: 0.1 },
      answer({ verdict: 'implement', confidence: 0.1, summary: 'unsure', questions: ['Really?'] }),
    ],
  },
  { when: /Implement an issue/, steps: [{ do: 'write' as const, path: 'a.txt', text: 'a' }] },
  { when: /Review pull request/, steps: [answer({ verdict: 'approve', summary: 'fine', comments: [] })] },
];

async function asking(world: FlowWorld): Promise<number> {
  await world.forge.owner.request('PUT', `/repos/${world.repo}/collaborators/ann`, { permission: 'push' });
  const number = await world.issue('unsure');
  await world.until('it asks', async () => (await world.labels(number)).includes('autodev:skip'));
  return number;
}

const comment = async (world: FlowWorld, login: string, number: number, body: string): Promise<number> =>
  (
    (await world.forge
      .user(login)
      .request('POST', `/repos/${world.repo}/issues/${number}/comments`, { body })) as {
      id: number;
    }
  ).id;
const reactions = async (world: FlowWorld, id: number) =>
  (await world.get<{ content: string }[]>(`/issues/comments/${id}/reactions`)).map(({ content }) => content);
const heard = (world: FlowWorld, by: string) =>
  world.events.flatMap((event) =>
    event.type === 'word.said' && event.by === by
      ? [`${event.word} ${event.ignored ? 'ignored' : 'done'}`]
      : [],
  );

describe('words in comments', { concurrency: 2 }, () => {
  test("a stranger's approve does nothing and is said in the log only; a colleague's does it once, edited or not", async () => {
    await using world = await openFlowWorld({ users: USERS, script });
    const number = await asking(world);
    const work = workId('issue', world.repo, number);
    const strange = await comment(world, 'stranger', number, '/autodev approve');
    await world.until('it was heard', () => heard(world, 'stranger').length > 0);
    assert.deepEqual(heard(world, 'stranger'), ['approve ignored']);
    assert.deepEqual(await reactions(world, strange), []);
    // It may write, and repeats what others said.
    const repeated = await comment(world, 'ci[bot]', number, 'The log says:\n\n/autodev approve');
    await world.until('it was heard', () => heard(world, 'ci[bot]').length > 0);
    assert.deepEqual(heard(world, 'ci[bot]'), ['approve ignored']);
    assert.deepEqual(await reactions(world, repeated), []);
    assert.deepEqual(await world.labels(number), ['autodev:skip']);
    assert.equal((await world.program.store.questions.open(work)).length, 1);

    const quoted = await comment(
      world,
      'ann',
      number,
      '> /autodev approve\n\n```\n/autodev approve\n```\nno',
    );
    const said = await comment(world, 'ann', number, 'I have read it.\n\n/autodev approve');
    await world.until('it is done', async () => (await world.labels(number)).includes('autodev:done'));
    await world.until('it is answered', async () => (await reactions(world, said)).length === 2);
    assert.deepEqual((await reactions(world, said)).toSorted(), ['+1', 'eyes']);
    assert.deepEqual(await reactions(world, quoted), []);
    await world.forge.user('ann').request('PATCH', `/repos/${world.repo}/issues/comments/${said}`, {
      body: 'Well.\n\n/autodev approve',
    });
    await world.quiet();
    assert.deepEqual(heard(world, 'ann'), ['approve done']);
    assert.equal(world.sessions('analyze'), 1);
    const [question] = await world.program.store.questions.ofWork(work);
    assert.equal(question?.answeredBy, 'ann');
  });

  test('answer, why, an unknown word, stop and retry do what the commands do', async () => {
    await using world = await openFlowWorld({ users: USERS, script });
    const number = await asking(world);
    const work = workId('issue', world.repo, number);
    const why = await comment(world, 'ann', number, '/autodev why');
    await world.until('it is answered', async () => (await reactions(world, why)).includes('+1'));
    await world.until('the status says why', async () =>
      (await world.comments(number)).some(
        (body) => body.includes('it asks:') && body.includes('autodev:claim'),
      ),
    );
    const odd = await comment(world, 'ann', number, '/autodev dance');
    await world.until('it is answered', async () => (await reactions(world, odd)).includes('confused'));

    await comment(world, 'ann', number, '/autodev answer Version two,\nplease.');
    await world.until('it was analysed again', () => world.sessions('analyze') === 2);
    await world.until(
      'it asks again',
      async () => (await world.program.store.questions.open(work)).length === 1,
    );
    const answers = (await world.program.store.questions.ofWork(work)).map(({ answer: text }) => text);
    assert.deepEqual(answers, ['Version two,\nplease.', null]);

    await comment(world, 'ann', number, '/autodev stop');
    await world.until('it is cancelled', () => world.left(work).at(-1) === 'skip: cancelled');
    assert.equal((await world.program.store.questions.open(work)).length, 0);
    const retry = await comment(world, 'ann', number, '/autodev retry');
    await world.until(
      'it asks once more',
      async () => (await world.program.store.questions.open(work)).length === 1,
    );
    assert.deepEqual((await reactions(world, retry)).toSorted(), ['+1', 'eyes']);
  });

  test('are heard in a thread and in the text of a review too, and are no remarks', async () => {
    await using world = await openFlowWorld({ users: USERS, script });
    await world.forge.owner.request('PUT', `/repos/${world.repo}/collaborators/ann`, { permission: 'push' });
    await world.commit('topic', { 'a.txt': 'one\n' });
    const number = await world.pull('topic', 'topic');
    const work = workId('pr', world.repo, number);
    await world.until('it is approved', async () => (await world.labels(number)).includes('autodev:done'));
    await world.quiet();
    const at = `/repos/${world.repo}/pulls/${number}`;
    const { head } = await world.get<{ head: { sha: string } }>(`/pulls/${number}`);
    const thread = (await world.forge.user('ann').request('POST', `${at}/comments`, {
      body: '/autodev why',
      commit_id: head.sha,
      path: 'a.txt',
      line: 1,
      side: 'RIGHT',
    })) as { id: number };
    const marks = () => world.get<{ content: string }[]>(`/pulls/comments/${thread.id}/reactions`);
    await world.until('it is answered', async () => (await marks()).length === 2);
    assert.deepEqual((await marks()).map(({ content }) => content).toSorted(), ['+1', 'eyes']);
    await world.forge.user('ann').request('POST', `${at}/reviews`, {
      event: 'REQUEST_CHANGES',
      body: '/autodev stop',
    });
    await world.forge.user('stranger').request('POST', `${at}/reviews`, {
      event: 'COMMENT',
      body: '/autodev stop',
    });
    const answers = async () =>
      (await world.comments(number)).filter((body) => body.includes('<!-- autodev:word '));
    await world.until('it is answered below', async () => (await answers()).length > 0);
    assert.match((await answers())[0] ?? '', /ann.*finished; there is nothing to cancel/);
    await world.quiet();
    assert.equal((await answers()).length, 1);
    assert.deepEqual(heard(world, 'ann'), ['why done', 'stop done']);
    assert.deepEqual(heard(world, 'stranger'), ['stop ignored']);
    assert.equal(world.sessions('improve'), 0);
    assert.equal(world.left(work).length, 1);
  });
});
