import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../src/host/clock.ts';
import { workId } from '../../src/work/ids.ts';
import { answer, APPROVE, IMPLEMENT, openFlowWorld } from '../support/flow-world.ts';
import { realClaude } from '../support/model/real-claude.ts';
import type { Fault } from '../support/model/turn.ts';

const HOUR_MS = 3_600_000;
const cost = { do: 'cost', usd: 0.1 } as const;

/** As a subscriber is told it: when the window is over. */
const enough = (resetsAt: number): Fault => ({
  status: 429,
  body: {
    type: 'error',
    error: { type: 'rate_limit_error', message: 'This request would exceed your account’s rate limit.' },
  },
  headers: {
    'anthropic-ratelimit-unified-status': 'rejected',
    'anthropic-ratelimit-unified-reset': String(Math.floor(resetsAt / 1_000)),
    'anthropic-ratelimit-unified-representative-claim': 'five_hour',
    'retry-after': String(Math.ceil((resetsAt - Date.now()) / 1_000)),
  },
});

test('the real claude at its limit rests until the reset, is not asked meanwhile, and goes on after', async () => {
  let limited = true;
  let ahead = 0;
  const resetsAt = Date.now() + 5 * HOUR_MS;
  await using claude = await realClaude({
    subscriber: true,
    fault: () => (limited ? enough(resetsAt) : undefined),
    script: [
      {
        when: /Analyse an issue/,
        steps: [cost, answer({ verdict: 'wontfix', confidence: 1, summary: 'no' })],
      },
    ],
  });
  await using world = await openFlowWorld({
    script: () => [],
    clock: { ...systemClock, now: () => systemClock.now() + ahead },
    config: { agent: { default: 'claude', ...claude.config } },
  });
  const number = await world.issue('look at it');
  const work = workId('issue', world.repo, number);
  await world.until('claude rests', () => world.events.some(({ type }) => type === 'agent.rests'));
  const rest = world.events.find((event) => event.type === 'agent.rests');
  assert.ok(rest?.type === 'agent.rests' && rest.told, 'the provider said until when');
  assert.ok(Math.abs(rest.until - resetsAt) < 120_000, `${rest.until - resetsAt} ms from the reset`);
  const asked = claude.model.calls().length;
  await world.scans(3);
  assert.equal(claude.model.calls().length, asked, 'nobody asks while it rests');
  limited = false;
  ahead = rest.until - Date.now() + 1_000;
  await world.until('it was looked at', () => world.left(work).length > 0);
  assert.deepEqual(world.left(work), ['skip: the analysis advises against it']);
  assert.equal(await world.program.store.attempts.get(work), undefined, 'no attempt was counted');
  assert.ok(world.events.some(({ type }) => type === 'agent.works'));
});

test('an agent at its limit in the middle of an item: agent.fallback goes on with it, and nothing finished is paid again', async () => {
  await using claude = await realClaude({
    script: [
      { when: /Implement an issue/, steps: [cost, { do: 'write', path: 'a.txt', text: 'by claude\n' }] },
      { when: /Review pull request/, steps: [cost, APPROVE] },
    ],
  });
  await using world = await openFlowWorld({
    script: () => [
      { when: /Analyse an issue/, steps: [cost, IMPLEMENT] },
      {
        when: /./,
        steps: [{ do: 'fail', reason: 'limit', text: 'enough for now', resets_in_secs: 3_600 }],
      },
    ],
    config: { agent: { default: 'scripted', fallback: ['claude'], ...claude.config } },
  });
  const number = await world.issue('make it');
  await world.until('it is done', async () => (await world.labels(number)).includes('autodev:done'));
  await world.quiet();
  const sessions = world.events.flatMap((event) =>
    event.type === 'session.started' ? [`${event.agent} ${event.step}`] : [],
  );
  assert.deepEqual(sessions, ['scripted analyze', 'scripted implement', 'claude implement', 'claude review']);
  const work = workId('issue', world.repo, number);
  assert.equal(world.left(work).length, 1);
  assert.equal((await world.program.store.attempts.waiting(0)).length, 0, 'no attempt was counted');
});
