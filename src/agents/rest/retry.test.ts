import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { virtualClock } from '../../../test/support/clock.ts';
import { testHost } from '../../../test/support/host.ts';
import { runToEnd, type AgentRequest } from '../agent.ts';
import { withRetries } from './retry.ts';
import { openScriptedAgent } from '../scripted/open.ts';
import type { Script } from '../scripted/script.ts';

const request: AgentRequest = {
  role: 'implement',
  prompt: 'go',
  cwd: '.',
  model: 'm',
  access: 'read',
  limits: { turns: 10, budgetUsd: 1, wallMs: 60_000, idleMs: 60_000 },
  env: {},
  tag: 't',
  input: 'trusted',
};

const breaks = (times: number, reason: 'api_error' | 'turn_limit', usd = 0.1): Script => [
  {
    when: /go/,
    times,
    steps: [
      { do: 'cost', usd },
      { do: 'fail', reason, text: 'broken' },
    ],
  },
  {
    when: /go/,
    steps: [
      { do: 'say', text: 'done' },
      { do: 'cost', usd },
    ],
  },
];

async function outcome(script: Script, retries: number) {
  const clock = virtualClock();
  const agent = withRetries(openScriptedAgent(testHost({ clock }), script), clock, retries);
  const running = runToEnd(agent, request);
  await clock.advance(60_000);
  return running;
}

describe('a session that breaks for an outside reason', () => {
  test('is started again, and everything it cost is counted', async () => {
    const result = await outcome(breaks(1, 'api_error'), 1);
    assert.deepEqual([result.ok, result.text, result.costUsd.toFixed(2)], [true, 'done', '0.20']);
  });

  test('is started again only as often as the configuration says', async () => {
    assert.equal((await outcome(breaks(2, 'api_error'), 1)).stopReason, 'api_error');
    assert.equal((await outcome(breaks(1, 'api_error'), 0)).stopReason, 'api_error');
  });

  test('is not started again for a reason of its own, or without money left', async () => {
    assert.equal((await outcome(breaks(1, 'turn_limit'), 3)).stopReason, 'turn_limit');
    assert.equal((await outcome(breaks(1, 'api_error', 1), 3)).ok, false);
  });
});
