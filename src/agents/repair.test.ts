import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testHost } from '../../test/support/host.ts';
import { agentRequest } from '../../test/support/request.ts';
import { tmpdir } from '../../test/support/tmpdir.ts';
import { z } from 'zod';
import { schemaFor } from '../work/verdicts.ts';
import { runToEnd, type AgentRequest } from './agent.ts';
import { openScriptedAgent } from './scripted/open.ts';
import type { Step } from './scripted/script.ts';

const report = z.object({ summary: z.string().min(1), evidence: z.array(z.string()).default([]) });

describe('the repair run', () => {
  const run = async (first: Step[], second: Step[], given: Partial<AgentRequest> = {}) => {
    await using tmp = await tmpdir();
    let sessions = 0;
    const agent = openScriptedAgent(testHost(), [
      {
        when: () => true,
        steps: () => {
          sessions += 1;
          return sessions === 1 ? first : second;
        },
      },
    ]);
    const schema = schemaFor('report', report);
    const result = await runToEnd(agent, agentRequest({ prompt: 'go', cwd: tmp.path, schema, ...given }));
    return { result, sessions };
  };
  const answer: Step = { do: 'answer', value: { summary: 's' } };

  test('cannot change files any more', async () => {
    const { result } = await run([], [{ do: 'write', path: 'a', text: 'x' }, answer]);
    assert.equal(result.ok, true);
    assert.equal(result.denials.length, 1);
  });

  test('is given only what is left of the budget, and not given at all when nothing is', async () => {
    const limits = { turns: 9, budgetUsd: 1, wallMs: 60_000, idleMs: 60_000 };
    const dear: Step = { do: 'cost', usd: 0.6 };
    const over = await run([dear], [dear, answer], { limits });
    assert.deepEqual([over.result.stopReason, over.result.costUsd, over.sessions], ['no_answer', 1.2, 2]);
    const spent = await run([{ do: 'cost', usd: 1 }], [answer], { limits });
    assert.deepEqual([spent.result.stopReason, spent.sessions], ['no_answer', 1]);
  });

  test('repairs answers only: other failures are what they are', async () => {
    const { result, sessions } = await run([{ do: 'fail', reason: 'api_error' }], [answer]);
    assert.deepEqual([result.stopReason, sessions], ['api_error', 1]);
  });

  test('stays a cancelled run when somebody cancels it', async () => {
    const control = new AbortController();
    const running = run([], [{ do: 'hang' }], { signal: control.signal });
    setTimeout(() => control.abort(), 50);
    assert.equal((await running).result.stopReason, 'cancelled');
  });
});
