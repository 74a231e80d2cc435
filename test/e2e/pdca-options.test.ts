import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { answer, cost, goodTeam, ONE_GOAL, openPdcaWorld } from '../support/pdca-world.ts';

const says = (text: string) => ['printf', '%s', text];
const LOGGED_IN = says('{"authenticated": true}');

test('--slack and --gmail: what the commands give is written up by an analyst; mails alone are printed and it ends', async () => {
  await using world = await openPdcaWorld({
    files: ONE_GOAL,
    config: {
      context: {
        slack: { status: LOGGED_IN, history: says('[{"text": "{channel}, the last {limit}"}]') },
        gmail: {
          status: LOGGED_IN,
          unread: says('[]'),
          search: says('[{"subject": "{query}, at most {limit}"}]'),
        },
      },
    },
  });
  const analyst = (told: string, path: string, text: string) => ({
    when: { role: 'analyst', schema: 'document', prompt: told },
    steps: [cost, { do: 'write', path, text }, answer({ path, summary: 'read' })],
  });
  world.rules([
    analyst('C1, the last 100', '.omc/slack-context/C1.md', '# Channel\n'),
    analyst(
      'from:client, at most 20[\\s\\S]*`(?<path>\\.omc/gmail-context/[^`]+)`|`(?<path>\\.omc/gmail-context/[^`]+)`[\\s\\S]*from:client, at most 20',
      '{{path}}',
      '# Mails\n\nThe client waits.\n',
    ),
  ]);
  const said = await world.auto('--slack', 'C1', '--gmail', 'from:client');
  assert.equal(said.code, 0, said.err + said.out);
  assert.match(said.out, /# Mails\n\nThe client waits\./);
  assert.doesNotMatch(said.out, /Phase 1/);
  const folder = join(world.project, '.omc');
  assert.equal(readFileSync(join(folder, 'slack-context', 'C1.md'), 'utf8'), '# Channel\n');
  assert.equal(readdirSync(join(folder, 'gmail-context')).length, 1);
  const again = await world.auto('--gmail', 'from:client');
  assert.equal(again.code, 0, again.err + again.out);
  assert.equal(readdirSync(join(folder, 'gmail-context')).length, 2);
  // No work on the project: no branch, no commit, no other file.
  assert.equal(world.git('for-each-ref', '--format=%(refname)'), 'refs/heads/main');
  assert.equal(world.git('symbolic-ref', '--short', 'HEAD'), 'main');
  assert.equal(world.git('status', '--porcelain'), '?? .omc/');
  assert.deepEqual(readdirSync(join(world.home, 'wt')), []);
});

test('--slack without a login, or with a command that is not there: said, and nothing is paid', async () => {
  for (const [status, says_] of [
    [says('{"authenticated": false}'), /slack is not logged in/],
    [['no-such-slack'], /no-such-slack/],
  ] as const) {
    await using world = await openPdcaWorld({
      files: ONE_GOAL,
      config: { context: { slack: { status, history: ['true'] } } },
    });
    world.rules(goodTeam(0));
    const said = await world.auto('x', '--slack', 'C1');
    assert.notEqual(said.code, 0);
    assert.match(said.err + said.out, says_);
    assert.doesNotMatch(said.out, /Phase 1\] PLAN/);
    assert.equal(world.git('for-each-ref', '--format=%(refname)'), 'refs/heads/main');
  }
});

test('--interactive in Korean: the banner and the choices of the seed at each phase, each answer is heard, the first is the default, and a goal in tmux', async () => {
  await using world = await openPdcaWorld({ language: 'ko', files: ONE_GOAL, input: '\n수정\n1\n진행\n' });
  world.rules(
    goodTeam(0, [
      {
        when: { role: 'qa-tester', schema: 'qa' },
        steps: [cost, answer({ goals: [{ goal: 'interactive', status: 'PASS', output: 'typed' }] })],
      },
    ]),
  );
  const said = await world.auto('add a farewell', '--interactive', '--no-issue');
  assert.equal(said.code, 0, said.err + said.out);
  for (const [from, to] of [
    ['1 PLAN', '2 DESIGN'],
    ['3 DO', '4 CHECK'],
    ['4 CHECK', '5 ACT'],
  ])
    assert.match(
      said.out,
      new RegExp(`={51}\n Phase ${from} 완료 -> Phase ${to} 진입 대기\n={51}\n 산출물: `),
    );
  assert.match(said.err, /1\) 진행 {2}2\) 수정 {2}3\) 건너뛰기 \[1\]/);
  assert.match(said.err, /1\) 진행 {2}2\) 수정 \[1\]/);
  assert.match(said.err, /1\) 자동 개선 {2}2\) 수동 수정 {2}3\) 완료 \[1\]/);
  assert.match(said.out, /feat\/add-a-farewell 수정 후 진행하세요\./);
  assert.match(said.out, /\[Phase 4\] QA 1 interactive: PASS/);
});
