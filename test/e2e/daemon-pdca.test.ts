import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, IMPLEMENT, openFlowWorld } from '../support/flow-world.ts';

const cost = { do: 'cost', usd: 0.1 } as const;
const write = (path: string, text: string) => ({ do: 'write', path, text }) as const;
const PLAN = 'docs/01-plan/issue-1.plan.md';
const REPORT = 'docs/04-report/issue-1.report.md';

test('with workflow pdca an issue goes from plan to report in its worktree, and its pull request says what it came to', async () => {
  await using world = await openFlowWorld({
    repo: { workflow: 'pdca', goals: { test: ['test', '-s', 'one.txt'] } },
    script: () => [
      { when: { schema: 'analysis' }, steps: [cost, IMPLEMENT] },
      {
        when: { schema: 'findings' },
        steps: [cost, answer({ summary: 'nothing', overlaps: [], issues: [] })],
      },
      {
        when: { schema: 'complexity' },
        steps: [
          cost,
          answer({
            files: ['one.txt'],
            modules: ['root'],
            new_pattern: { value: false, why: '' },
            new_dependency: { value: false, why: '' },
          }),
        ],
      },
      {
        when: { role: 'planner' },
        steps: [
          cost,
          write(PLAN, '# Plan\n\nOne file is wanted, with a single line in it: one.txt (new)\n'),
          answer({ path: PLAN, summary: 'one file is planned' }),
        ],
      },
      {
        when: { schema: 'implementation' },
        steps: [
          cost,
          write('one.txt', '1\n'),
          answer({ status: 'completed', files_changed: ['one.txt'], self_review: 'fine' }),
        ],
      },
      {
        when: { schema: 'gate' },
        steps: [cost, answer({ verdict: 'APPROVE', domain: 'other', reasons: [], guidance: '' })],
      },
      {
        when: { role: 'writer' },
        steps: [cost, write(REPORT, '# Report\n'), answer({ path: REPORT, summary: 'reported' })],
      },
    ],
  });
  const number = await world.issue('one file, please');
  assert.equal(number, 1);
  await world.until('it is done', async () => (await world.labels(number)).includes('autodev:done'));
  const [pull] = await world.get<{ number: number; body: string }[]>('/pulls?state=all');
  const files = await world.get<{ filename: string }[]>(`/pulls/${pull?.number}/files`);
  assert.deepEqual(files.map((file) => file.filename).sort(), [
    'docs/.pdca-status.json',
    PLAN,
    REPORT,
    'one.txt',
  ]);
  assert.match(pull?.body ?? '', /one file is planned/);
  assert.match(pull?.body ?? '', /PDCA LIGHT 0\/5; .*test PASS/);
  const issues = await world.get<unknown[]>('/issues?state=all');
  assert.equal(issues.length, 2, 'the issue and its pull request, and none that PDCA opened');
});
