import assert from 'node:assert/strict';
import { test } from 'node:test';
import { virtualClock } from '../../../../test/support/clock.ts';
import { testHost } from '../../../../test/support/host.ts';
import type { Agent } from '../../../agents/agent.ts';
import { openStore } from '../../../store/sqlite/open.ts';
import { AutodevError } from '../../../work/errors.ts';
import { runId, workId } from '../../../work/ids.ts';
import { NO_TOKENS } from '../../../work/prices.ts';
import { Budget } from '../budget/budget.ts';
import { runSession } from './session.ts';

const work = workId('issue', 'org/a', 1);
const budgets = { per_item_usd: 5, per_repo_day_usd: 8, per_day_usd: 10 };
const RESULT = {
  ok: true,
  stopReason: 'completed',
  text: 'done',
  structured: undefined,
  sessionId: 's',
  model: 'm',
  costUsd: 1,
  tokens: NO_TOKENS,
  turns: 1,
  denials: [],
  durationMs: 1,
  exitCode: 0,
  stderrTail: '',
} as const;

const agent: Agent = {
  name: 'scripted',
  run: async function* () {
    yield { type: 'finished', result: { ...RESULT, denials: [] } };
  },
  probe: async () => ({ name: 'scripted', usable: true, path: null, version: null, problems: [] }),
};

test('money set aside for a session is given back when its cost or its beginning cannot be written down', async () => {
  const clock = virtualClock();
  const store = openStore(':memory:', { clock });
  const full = async () => {
    throw new AutodevError('io', 'cannot write to the store', { why: 'no space left on the device' });
  };
  const host = { ...testHost(), clock };
  const inputHash = 'abcdef0123456789';
  const id = runId(work, inputHash, 1);
  const run = await store.runs.submit({ id, work, attempt: 1, inputHash, input: {} });
  const budget = new Budget(store, clock);
  const request = { role: 'analyze', prompt: 'look', cwd: '/', access: 'read' } as const;
  const limits = { turns: 1, wallMs: 1_000, idleMs: 1_000 };
  const around = {
    host,
    store,
    run,
    step: 'analyze',
    agentFor: async () => ({ agent, model: 'm', limits, env: {} }),
    budget,
    budgets,
    workerId: 'w',
    signal: new AbortController().signal,
    emit: async () => {},
  };
  const bookless = { ...store, costs: { ...store.costs, book: full } };
  await assert.rejects(runSession(request, { ...around, store: bookless }), { message: /cannot write/ });
  await assert.rejects(runSession(request, { ...around, emit: full }), { message: /cannot write/ });
  assert.equal((await budget.reserve('org/a', work, budgets)).usd, 5);
});
