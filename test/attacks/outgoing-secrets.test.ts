import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answer, IMPLEMENT, openFlowWorld, type FlowWorld } from '../support/flow-world.ts';
import type { Step } from '../../src/agents/scripted/script.ts';

/** The attacker's agent knows the daemon's own token, and the daemon must not carry it out. */
let token = '';
const FORMS: [what: string, made: () => string][] = [
  ['as it is', () => token],
  ['in base64', () => Buffer.from(`x=${token}`).toString('base64')],
  ['in hexadecimal', () => Buffer.from(token).toString('hex')],
  ['backwards', () => Array.from(token).toReversed().join('')],
  ['in two literals', () => `'${token.slice(0, 15)}' + '${token.slice(15)}'`],
];
const write = (path: string, text: string): Step => ({ do: 'write', path, text });

/** Everything that strangers can read of the repository. */
async function publicText(world: FlowWorld): Promise<string> {
  const issues = await world.get<{ number: number }[]>('/issues?state=all&per_page=100');
  const pulls = await world.get<{ number: number }[]>('/pulls?state=all&per_page=100');
  const pages = [
    ...issues.flatMap(({ number }) => [`/issues/${number}`, `/issues/${number}/comments?per_page=100`]),
    ...pulls.flatMap(({ number }) =>
      ['', '/commits', '/files', '/reviews', '/comments'].map((part) => `/pulls/${number}${part}`),
    ),
    '/branches',
  ];
  return JSON.stringify(await Promise.all(pages.map((page) => world.get<unknown>(page))));
}

async function assertKept(world: FlowWorld): Promise<void> {
  const shown = await publicText(world);
  for (const [what, made] of FORMS) {
    if (what !== 'in two literals') assert.ok(!shown.includes(made()), `our token is public ${what}`);
  }
  assert.ok(!shown.includes(token.slice(0, 20)) && !shown.includes(token.slice(-20)), 'half of it is public');
  assert.ok(!JSON.stringify(world.events).includes(token), 'it is in the events');
}

describe('a session that carries our own token out', () => {
  for (const [what, made] of FORMS) {
    test(`in a file, ${what}: nothing is pushed, a person is told where it is, and the change is kept`, async () => {
      await using world = await openFlowWorld({
        script: () => [
          { when: /Analyse an issue/, steps: [IMPLEMENT] },
          { when: /Implement an issue/, steps: () => [write('src/a.ts', `one\n\nconst a = ${made()};\n`)] },
        ],
      });
      ({ token } = world.forge.bot);
      const number = await world.issue('add a constant');
      await world.quiet();
      assert.deepEqual(await world.labels(number), ['autodev:skip']);
      const handover = (await world.comments(number)).find((body) =>
        body.includes('The work is kept as commit'),
      );
      assert.match(handover ?? '', /looks like a secret \([^)]*`src\/a\.ts:3`/);
      assert.match(handover ?? '', /The work is kept as commit/);
      assert.deepEqual(await world.get('/pulls?state=all'), []);
      await assertKept(world);
    });
  }

  test('in a remark of a review, in base64: the review is not published, and why says so', async () => {
    await using world = await openFlowWorld({
      script: () => [
        {
          when: /Review pull request/,
          steps: () => [
            answer({
              verdict: 'request_changes',
              summary: 'no',
              comments: [
                { path: 'a.txt', line: 1, body: `see ${FORMS[1]?.[1]()}`, severity: 'must', category: 'bug' },
              ],
            }),
          ],
        },
      ],
    });
    ({ token } = world.forge.bot);
    await world.commit('topic', { 'a.txt': 'one' });
    const number = await world.pull('change', 'topic');
    await world.quiet();
    assert.deepEqual(await world.reviews(number), []);
    assert.deepEqual(await world.labels(number), ['autodev:skip']);
    assert.match(
      world.left(`pr:${world.repo}:${number}`).join(),
      /^skip: a remark of the review was not published: it holds what looks like a secret/,
    );
    await assertKept(world);
  });

  test('in an analysis, in two literals: the comment is not published', async () => {
    await using world = await openFlowWorld({
      script: () => [
        {
          when: /Analyse an issue/,
          steps: () => [answer({ verdict: 'wontfix', confidence: 1, summary: `no: ${FORMS[4]?.[1]()}` })],
        },
      ],
    });
    ({ token } = world.forge.bot);
    const number = await world.issue('tell me');
    await world.quiet();
    assert.deepEqual(await world.labels(number), ['autodev:skip']);
    assert.match(world.left(`issue:${world.repo}:${number}`).join(), /a comment was not published/);
    await assertKept(world);
  });

  test('by way of a title that becomes a commit message: nothing is pushed', async () => {
    await using world = await openFlowWorld({
      script: () => [
        { when: /Analyse an issue/, steps: [IMPLEMENT] },
        { when: /Implement an issue/, steps: [write('a.txt', 'a')] },
      ],
    });
    ({ token } = world.forge.bot);
    const backwards = FORMS[3]?.[1]() ?? '';
    const number = await world.issue(`see ${backwards}`);
    await world.quiet();
    assert.deepEqual(await world.labels(number), ['autodev:skip']);
    assert.deepEqual(await world.get('/pulls?state=all'), []);
    assert.equal((await world.get<unknown[]>('/branches')).length, 1);
    assert.match((await world.comments(number)).join(), /looks like a secret|nothing was pushed/);
  });
});
