import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { itemsOf } from '../../src/daemon/control/items.ts';
import { workId } from '../../src/work/ids.ts';
import { answer, APPROVE, IMPLEMENT, openFlowWorld, type FlowWorld } from '../support/flow-world.ts';

const USERS = ['dev', 'autodev[bot]', 'ann', 'ben', 'stranger'];
const cost = { do: 'cost', usd: 0.1 } as const;

/** Answers each remark of the prompt, and changes the file: as an agent that does what it is told. */
const obliging = (facts: { prompt: string; used: number }) => [
  cost,
  { do: 'write' as const, path: 'a.txt', text: `better ${facts.used}\n` },
  answer({
    summary: 'done',
    answers: [...facts.prompt.matchAll(/^Remark (\S+) by/gm)].map(([, id]) => ({
      id,
      done: true,
      text: `I have changed what ${id} asks for. Closes #1 @everyone`,
    })),
  }),
];
const rules = [
  { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
  {
    when: /Implement an issue/,
    steps: [cost, { do: 'write' as const, path: 'a.txt', text: 'one\ntwo\nthree\n' }],
  },
  { when: /Review pull request/, steps: [cost, APPROVE] },
];

interface ReviewComment {
  id: number;
  body: string;
  user: { login: string };
  in_reply_to_id?: number;
}

async function reviewedPull(world: FlowWorld): Promise<{ number: number; sha: string }> {
  for (const login of ['ann', 'ben'])
    await world.forge.owner.request('PUT', `/repos/${world.repo}/collaborators/${login}`, {
      permission: 'push',
    });
  await world.issue('make it');
  await world.until('the pull request is approved', async () => {
    const [pull] = await world.get<{ labels: { name: string }[] }[]>('/pulls');
    return pull?.labels.some(({ name }) => name === 'autodev:done') === true;
  });
  await world.quiet();
  const [pull] = await world.get<{ number: number; head: { sha: string } }[]>('/pulls');
  assert.ok(pull !== undefined);
  return { number: pull.number, sha: pull.head.sha };
}

const review = (world: FlowWorld, login: string, number: number, body: Record<string, unknown>) =>
  world.forge.user(login).request('POST', `/repos/${world.repo}/pulls/${number}/reviews`, body);
const remarks = (world: FlowWorld, number: number) =>
  world.get<ReviewComment[]>(`/pulls/${number}/comments?per_page=100`);
const head = async (world: FlowWorld, number: number) =>
  (await world.get<{ head: { sha: string } }>(`/pulls/${number}`)).head.sha;

describe("a person's review of a pull request of ours", () => {
  test('leads to one improvement, an answer in each thread, a new review and a new request; nothing twice', async () => {
    await using world = await openFlowWorld({
      users: USERS,
      script: () => [...rules, { when: /Improve pull request/, steps: obliging }],
    });
    const { number, sha } = await reviewedPull(world);
    await review(world, 'ann', number, {
      event: 'REQUEST_CHANGES',
      body: 'Please use better words.',
      comments: [
        { path: 'a.txt', line: 1, side: 'RIGHT', body: 'this word is wrong' },
        { path: 'a.txt', line: 3, side: 'RIGHT', body: 'this one too' },
      ],
    });
    await world.until('it was improved', async () => (await head(world, number)) !== sha);
    await world.quiet();
    assert.deepEqual([world.sessions('improve'), world.sessions('review')], [1, 2]);
    const said = await remarks(world, number);
    const answers = said.filter(({ in_reply_to_id: to }) => to !== undefined);
    assert.equal(answers.length, 2, 'one answer in each thread');
    const now = await head(world, number);
    for (const { body, user } of answers) {
      assert.equal(user.login, 'autodev[bot]');
      assert.match(body, /I have changed what t\d+ asks for/);
      assert.ok(body.includes(now.slice(0, 12)), 'it names the commit');
      assert.ok(!body.includes('@everyone') && !/Closes #1\b/.test(body), 'a model calls and closes nothing');
    }
    const below = (await world.comments(number)).filter((body) => body.includes('Please use better words'));
    assert.equal(below.length, 1, "the review's own text is answered too");
    const pull = await world.get<{ requested_reviewers: { login: string }[] }>(`/pulls/${number}`);
    assert.deepEqual(
      pull.requested_reviewers.map(({ login }) => login),
      ['ann'],
    );
    const states = (
      await world.get<{ state: string; user: { login: string } }[]>(`/pulls/${number}/reviews`)
    ).filter(({ user }) => user.login === 'ann');
    assert.deepEqual(
      states.map(({ state }) => state),
      ['CHANGES_REQUESTED'],
      'it is not dismissed',
    );
    assert.deepEqual(await world.labels(number), ['autodev:done']);
    assert.equal(world.left(workId('pr', world.repo, number)).at(-1), 'done: approved');
  });

  test('talk, thanks and a stranger change nothing; a question is answered once and costs one session', async () => {
    await using world = await openFlowWorld({
      users: USERS,
      script: () => [
        ...rules,
        { when: /Improve pull request/, steps: obliging },
        {
          when: /People asked questions/,
          steps: (facts) => [
            cost,
            answer({
              answers: [...facts.prompt.matchAll(/^Question (\S+) by/gm)].map(([, id]) => ({
                id,
                text: 'Because of the words.',
              })),
            }),
          ],
        },
      ],
    });
    const { number, sha } = await reviewedPull(world);
    await review(world, 'stranger', number, {
      event: 'REQUEST_CHANGES',
      body: 'do it otherwise',
      comments: [{ path: 'a.txt', line: 1, side: 'RIGHT', body: 'change this' }],
    });
    const talk = `/repos/${world.repo}/issues/${number}/comments`;
    await world.forge.user('ann').request('POST', talk, { body: 'Nice work.' });
    await world.forge.user('ann').request('POST', talk, { body: 'Why is there a second line?' });
    await world.until('the question is answered', async () =>
      (await world.comments(number)).some((body) => body.includes('Because of the words.')),
    );
    await world.forge.user('ann').request('POST', talk, { body: 'Thanks!' });
    await world.quiet();
    const told = (await world.comments(number)).filter((body) => body.includes('Because of the words.'));
    assert.equal(told.length, 1);
    assert.deepEqual(
      [world.sessions('answer'), world.sessions('improve'), world.sessions('review')],
      [1, 0, 1],
    );
    assert.equal(await head(world, number), sha);
  });

  test('who argues for ever is answered three times, then a person is asked', async () => {
    await using world = await openFlowWorld({
      users: USERS,
      script: () => [...rules, { when: /Improve pull request/, steps: obliging }],
    });
    const { number } = await reviewedPull(world);
    const work = workId('pr', world.repo, number);
    const comments = `/repos/${world.repo}/pulls/${number}/comments`;
    const say = async (body: string) =>
      world.forge.user('ann').request('POST', comments, {
        body,
        commit_id: await head(world, number),
        path: 'a.txt',
        line: 1,
        side: 'RIGHT',
      });
    for (let n = 1; n <= 3; n += 1) {
      await say(`no, ${n}`);
      await world.until(`it was improved ${n} times`, () => world.sessions('improve') === n);
      await world.quiet();
    }
    await say('still no');
    await world.until(
      'a person is asked',
      async () => (await world.program.store.questions.open(work)).length === 1,
    );
    await world.until('it is left to them', async () =>
      (await world.labels(number)).includes('autodev:skip'),
    );
    assert.equal(world.sessions('improve'), 3);
    assert.deepEqual(await world.labels(number), ['autodev:done', 'autodev:skip']);
  });

  test('of two people who disagree each is answered, neither overrules the other, and after three turns a person decides', async () => {
    await using world = await openFlowWorld({
      users: USERS,
      repo: { auto_merge: true, merge_require_ci: false, merge: { accept: ['human'] } },
      script: () => [...rules, { when: /Improve pull request/, steps: obliging }],
    });
    const { number } = await reviewedPull(world);
    const work = workId('pr', world.repo, number);
    const waits = async () =>
      (await itemsOf(world.program.store, Date.now())).find(
        ({ id }) => id === workId('merge', world.repo, number),
      )?.waiting?.reason;
    const demand = (login: string, words: string) =>
      review(world, login, number, {
        event: 'REQUEST_CHANGES',
        body: `I am against it: ${words}`,
        comments: [{ path: 'a.txt', line: 1, side: 'RIGHT', body: words }],
      });
    const approve = (login: string) => review(world, login, number, { event: 'APPROVE', body: '' });
    const TURNS = [
      ['ben', 'ann'],
      ['ann', 'ben'],
      ['ben', 'ann'],
    ] as const;
    for (const [round, [against, other]] of TURNS.entries()) {
      await demand(against, `no, as I said (${round})`);
      await approve(other);
      await world.until(`it was improved (${round + 1})`, () => world.sessions('improve') === round + 1);
      await world.quiet();
      assert.equal(await waits(), `${against} has requested changes`);
    }
    await demand('ann', 'and back again');
    await approve('ben');
    await world.until(
      'a person is asked',
      async () => (await world.program.store.questions.open(work)).length === 1,
    );
    await world.until('it is left to them', async () =>
      (await world.labels(number)).includes('autodev:skip'),
    );
    const [question] = await world.program.store.questions.open(work);
    assert.match(question?.text ?? '', /remarks of people have led to 3 improvements already/);
    assert.deepEqual([world.sessions('improve'), world.sessions('review')], [3, 4]);
    const answers = (await remarks(world, number)).filter(({ in_reply_to_id: to }) => to !== undefined);
    assert.equal(answers.length, 3, 'each demand was answered once');
    assert.equal((await world.get<{ merged: boolean }>(`/pulls/${number}`)).merged, false);
  });

  test('two hundred remarks, on lines that are gone too, make two improvements; a session that changes nothing says why', async () => {
    await using world = await openFlowWorld({
      users: USERS,
      script: () => [
        ...rules,
        { when: /Improve pull request/, times: 1, steps: obliging },
        {
          when: /Improve pull request/,
          steps: (facts) => [
            cost,
            answer({
              summary: '',
              answers: [...facts.prompt.matchAll(/^Remark (\S+) by/gm)].map(([, id]) => ({
                id,
                done: false,
                text: 'The line is gone already.',
              })),
            }),
          ],
        },
      ],
    });
    const { number } = await reviewedPull(world);
    await review(world, 'ben', number, {
      event: 'COMMENT',
      body: '',
      comments: Array.from({ length: 200 }, (_, n) => ({
        path: 'a.txt',
        line: (n % 3) + 1,
        side: 'RIGHT',
        body: `remark ${n} ${'x'.repeat(3_000)}`,
      })),
    });
    await world.until('both were improved', () => world.sessions('improve') === 2);
    await world.quiet();
    const said = await world.get<ReviewComment[]>(`/pulls/${number}/comments?per_page=100&page=3`);
    const all = [
      ...(await remarks(world, number)),
      ...(await world.get<ReviewComment[]>(`/pulls/${number}/comments?per_page=100&page=2`)),
      ...said,
      ...(await world.get<ReviewComment[]>(`/pulls/${number}/comments?per_page=100&page=4`)),
    ];
    const answered = new Map<number, number>();
    for (const { in_reply_to_id: to } of all)
      if (to !== undefined) answered.set(to, (answered.get(to) ?? 0) + 1);
    assert.equal(answered.size, 200, 'every thread has an answer');
    assert.ok(
      [...answered.values()].every((count) => count === 1),
      'and only one',
    );
    assert.equal(
      world.left(workId('pr', world.repo, number)).at(-1),
      'done: answered; nothing had to be changed',
    );
  });
});
