import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runToEnd, type AgentEvent } from '../../src/agents/agent.ts';
import { systemClock, type Clock } from '../../src/host/clock.ts';
import { openBench } from '../support/model/bench.ts';
import type { Dialect, Fault, Turn } from '../support/model/turn.ts';

const LIMITS = { turns: 10, budgetUsd: 10, wallMs: 60_000, idleMs: 45_678 };
const again = (fault: Fault): Turn[] => Array.from({ length: 12 }, () => ({ fault }));

/** Real time, but the idle time is over when the test says so: how long a CLI takes to start does not matter. */
function idleByHand(idleMs: number): { clock: Clock; expire: () => void } {
  let waiting: (() => void) | undefined;
  const clock: Clock = {
    ...systemClock,
    after: (ms, fn, options) => {
      if (ms !== idleMs) return systemClock.after(ms, fn, options);
      waiting = fn;
      return { cancel: () => void (waiting = waiting === fn ? undefined : waiting) };
    },
  };
  return { clock, expire: () => waiting?.() };
}

for (const name of ['claude', 'codex', 'gemini'] satisfies Dialect[]) {
  describe(`${name} with a model that misbehaves`, { concurrency: 2 }, () => {
    const run = async (turns: Turn[]) => {
      await using bench = await openBench(name, { turns });
      return await runToEnd(bench.agent, bench.request({ prompt: 'go', limits: LIMITS }));
    };

    test('429, then success: completed, and only the success is paid', async () => {
      const calm = await run([{ say: 'fine' }]);
      const result = await run([{ fault: { status: 429, retryAfter: 1 } }, { say: 'fine' }]);
      assert.deepEqual([result.ok, result.text], [true, 'fine'], result.text);
      assert.equal(result.costUsd, calm.costUsd);
    });

    test('a stream that stalls ends as idle, with what it had cost so far', async () => {
      const { clock, expire } = idleByHand(LIMITS.idleMs);
      await using bench = await openBench(name, { turns: [{ bash: 'true' }, ...again('stall')], clock });
      const running = runToEnd(bench.agent, bench.request({ prompt: 'go', limits: LIMITS }));
      while (bench.model.calls().length < 2) await sleep(20);
      const expiring = setInterval(expire, 50);
      const result = await running.finally(() => clearInterval(expiring));
      assert.equal(result.stopReason, 'idle', result.text);
      assert.ok(result.costUsd > 0, 'the first turn is paid');
    });

    test('a stream that is cut ends as a model out of reach, with what it had cost so far', async () => {
      const result = await run([{ bash: 'true' }, ...again('cut')]);
      assert.equal(result.stopReason, 'unreachable', result.text);
      assert.ok(result.costUsd > 0, 'the first turn is paid');
    });

    test('an error event in the stream ends as a model out of reach', async () => {
      assert.equal((await run(again('sse_error'))).stopReason, 'unreachable');
    });
  });
}

describe('claude', () => {
  test('an unknown slash command is a bad request, not a success after no turn', async () => {
    await using bench = await openBench('claude', { turns: [{ say: 'never' }] });
    const result = await runToEnd(bench.agent, bench.request({ prompt: '/no-such-command now' }));
    assert.deepEqual([result.ok, result.stopReason, result.costUsd], [false, 'bad_request', 0]);
    assert.match(result.text, /no-such-command/);
    assert.equal(bench.model.calls().length, 0);
  });

  test('a session that does not exist cannot be resumed', async () => {
    await using bench = await openBench('claude', { turns: [{ say: 'never' }] });
    const resume = '00000000-0000-4000-8000-000000000000';
    const result = await runToEnd(bench.agent, bench.request({ prompt: 'go', resume }));
    assert.deepEqual([result.ok, result.stopReason], [false, 'bad_request'], result.text);
  });
});

describe('a model without a known price', () => {
  test('is never free, and says so', async () => {
    await using bench = await openBench('codex', { turns: [{ say: 'fine' }] });
    const events: AgentEvent[] = [];
    const request = bench.request({ prompt: 'go', model: 'brand-new-model' });
    const result = await runToEnd(bench.agent, request, (event) => events.push(event));
    assert.equal(result.ok, true, result.text);
    assert.ok(result.costUsd >= 0.0225, `counted at the highest price: ${result.costUsd}`);
    assert.ok(events.some((event) => event.type === 'notice' && /no price is known/.test(event.text)));
  });
});
