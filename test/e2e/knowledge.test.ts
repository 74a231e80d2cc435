import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openStore } from '../../src/store/sqlite/open.ts';
import { addDays, atHour, dayNumber, dayOf } from '../../src/work/day.ts';
import { workId } from '../../src/work/ids.ts';
import { answer, IMPLEMENT, openFlowWorld, type FlowWorld } from '../support/flow-world.ts';

const RULE = 'Every call of the client has a time limit.';
const SUGGESTIONS = [
  {
    type: 'rule',
    target_file: '.claude/rules/timeouts.md',
    content: RULE,
    reason: 'three timeouts @dev, closes #1',
  },
  {
    type: 'claude_md',
    target_file: 'CLAUDE.md',
    content: 'Run the tests of one folder first.',
    reason: 'loops',
  },
  {
    type: 'rule',
    target_file: '../../etc/passwd',
    content: 'Escape from the worktree by its path.',
    reason: 'x',
  },
  {
    type: 'rule',
    target_file: '.claude/rules/linked.md',
    content: 'Follow a link somewhere else.',
    reason: 'x',
  },
  { type: 'hook', target_file: '.claude/settings.json', content: '{"hooks": {"Stop": []}}', reason: 'x' },
];

/** Items that left on a day in the past, as the daemon would have recorded them. */
async function past(world: FlowWorld, day: string, failures: number): Promise<void> {
  const at = atHour(day, 12);
  const clock = {
    now: () => at,
    monotonic: () => 0,
    sleep: async () => {},
    after: () => ({ cancel: () => {} }),
  };
  const store = openStore(join(world.home, 'autodev.db'), { clock });
  for (let number = 1; number <= failures; number += 1) {
    const work = workId('issue', world.repo, 900 + number);
    await store.events.append({
      type: 'item.left',
      work,
      outcome: 'failed',
      reason: 'the client timed out',
      durationMs: 60_000,
      costUsd: 1,
    });
  }
  await store.close();
}

const yesterday = addDays(dayOf(Date.now()), -1);
const reportsOf = async (world: FlowWorld) =>
  (
    await world.get<
      { title: string; body: string; number: number; pull_request?: object; labels: { name: string }[] }[]
    >('/issues?state=all&per_page=100')
  ).filter((each) => each.pull_request === undefined && each.body.includes('autodev:report'));

describe('knowledge', () => {
  test('a finished task is looked back at once, in one comment that obeys nobody and offers no way out', async () => {
    await using world = await openFlowWorld({
      config: { knowledge: { per_task: true, min_usd: 0.05, daily: false } },
      script: () => [
        { when: { role: 'analyze' }, steps: [{ do: 'cost', usd: 0.1 }, IMPLEMENT] },
        {
          when: { role: 'implement' },
          steps: [
            { do: 'write', path: 'a.txt', text: 'a\n' },
            { do: 'say', text: 'done' },
          ],
        },
        {
          when: { role: 'knowledge' },
          steps: [{ do: 'cost', usd: 0.01 }, answer({ suggestions: SUGGESTIONS })],
        },
        { when: /./, steps: [answer({ verdict: 'approve', summary: 'fine', comments: [] })] },
      ],
      repo: { scan_targets: ['issues'] },
    });
    const number = await world.issue('a task');
    const work = `knowledge:${world.repo}:${number}`;
    await world.until('it is looked back at', () => world.left(work).length > 0);
    assert.deepEqual(world.left(work), ['done: 5 suggested']);
    const told = (await world.comments(number)).filter((body) => body.includes('autodev:knowledge'));
    assert.equal(told.length, 1);
    const [comment = ''] = told;
    assert.match(comment, /Every call of the client has a time limit/);
    assert.doesNotMatch(comment, /(?<!\w)@dev/, 'nobody is called');
    assert.doesNotMatch(comment, /closes #1/, 'nothing is closed');
    assert.match(comment, /For a person to decide.*only CLAUDE\.md/);
    await world.quiet();
    assert.equal(world.sessions('extract'), 1);
  });

  test('a day is reported once, as an issue of its numbers and a pull request that waits for a person', async () => {
    await using world = await openFlowWorld({
      config: {
        knowledge: { per_task: false, daily: true },
        daemon: { tick_interval_secs: 0.2, daily_report_hour: 0, drain_secs: 2 },
      },
      script: () => [
        {
          when: { role: 'knowledge' },
          steps: [
            { do: 'cost', usd: 0.01 },
            answer({
              suggestions: SUGGESTIONS,
              wording: [
                { pattern: 1, text: 'The client waits too long.' },
                { pattern: 7, text: 'invented' },
              ],
            }),
          ],
        },
      ],
    });
    await world.commit('main', { 'CLAUDE.md': '# App\n\nBe kind.\n' });
    await past(world, yesterday, 4);
    const work = `report:${world.repo}:${dayNumber(yesterday)}`;
    await world.until('the day is reported', () => world.left(work).length > 0);
    const [issue, ...more] = await reportsOf(world);
    assert.deepEqual(more, []);
    assert.ok(issue);
    assert.deepEqual(
      issue.labels.map(({ name }) => name),
      ['autodev:skip'],
    );
    assert.match(issue.body, /4 failed, 0 left to a person/);
    assert.match(issue.body, /The client waits too long/);
    assert.doesNotMatch(issue.body, /invented/);
    const pulls =
      await world.get<
        { number: number; title: string; head: { ref: string }; body: string; state: string }[]
      >('/pulls?state=all');
    assert.equal(pulls.length, 1);
    const [pull] = pulls;
    assert.equal(pull?.head.ref, `autodev/knowledge-${dayNumber(yesterday)}`);
    assert.match(pull.body, /\+Run the tests of one folder first/, 'the difference is shown');
    const files = await world.get<{ filename: string; status: string }[]>(`/pulls/${pull.number}/files`);
    assert.deepEqual(files.map(({ filename }) => filename).sort(), [
      '.claude/rules/linked.md',
      '.claude/rules/timeouts.md',
      'CLAUDE.md',
    ]);
    await world.quiet();
    assert.equal(world.sessions('review'), 0, 'it is no work for us');
    assert.deepEqual(await world.labels(pull.number), []);

    // A person says no: what they refused is not proposed again, on any day.
    await world.forge.owner.request('PATCH', `/repos/${world.repo}/pulls/${pull.number}`, {
      state: 'closed',
    });
    const before = addDays(yesterday, -1);
    await past(world, before, 3);
    const other = `report:${world.repo}:${dayNumber(before)}`;
    await world.tell({ name: 'retry', work: other });
    await world.until('the other day is reported', () => world.left(other).length > 0);
    assert.equal((await reportsOf(world)).length, 2);
    assert.equal((await world.get<object[]>('/pulls?state=all')).length, 1, 'no second pull request');
    assert.equal(
      (await world.program.store.suggestions.ofRepo(world.repo)).filter(({ status }) => status === 'refused')
        .length,
      3,
    );
  });

  test('an agent that fails leaves a report of facts, and no pull request', async () => {
    await using world = await openFlowWorld({
      config: {
        knowledge: { per_task: false, daily: true },
        daemon: { tick_interval_secs: 0.2, daily_report_hour: 0, drain_secs: 2 },
      },
      script: () => [
        { when: { role: 'knowledge' }, steps: [{ do: 'fail', reason: 'crashed', text: 'boom' }] },
      ],
    });
    await past(world, yesterday, 3);
    const work = `report:${world.repo}:${dayNumber(yesterday)}`;
    await world.until('the day is reported', () => world.left(work).length > 0);
    const [issue] = await reportsOf(world);
    assert.match(issue?.body ?? '', /No agent has read this/);
    assert.match(issue?.body ?? '', /repeated_failure/);
    assert.equal((await world.get<object[]>('/pulls?state=all')).length, 0);
  });
});
