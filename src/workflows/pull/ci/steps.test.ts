import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testHost } from '../../../../test/support/host.ts';
import { openStore } from '../../../store/sqlite/open.ts';
import { AutodevError, type ErrorCode } from '../../../work/errors.ts';
import { runId, workId } from '../../../work/ids.ts';
import type { Check } from '../../../work/pull.ts';
import { ledger } from '../../engine/ledger.ts';
import { rerunsOf } from './rerun-record.ts';
import { rerunChecks } from './steps.ts';

const SHA = 'a'.repeat(40);
const work = workId('pr', 'o/r', 1);
const run = runId(work, 'abcdef0123456789', 1);

async function rerun(refusal: ErrorCode, message = 'no') {
  const host = testHost();
  const store = openStore(':memory:');
  await store.runs.submit({ id: run, work, attempt: 1, inputHash: 'abcdef0123456789', input: {} });
  const red = { context: 'test', id: 7, state: 'failure' } as unknown as Check;
  let asked = 0;
  const forge = {
    checks: async () => [red],
    rerunCheck: async () => {
      asked += 1;
      throw new AutodevError(refusal, message);
    },
  };
  const effects = ledger({
    store,
    clock: host.clock,
    run,
    work,
    signal: new AbortController().signal,
    fence: async () => {},
    emit: async () => {},
    settleMs: [1],
  });
  const input = { repo: 'o/r', headSha: SHA, again: { rerun: [{ context: 'test', id: 7 }] } };
  const context = { input, forge, host, ledger: effects } as unknown as Parameters<typeof rerunChecks>[0];
  const perform = () => rerunChecks(context);
  return { store, perform, asked: () => asked };
}

describe('a check that the forge does not let us run again', () => {
  for (const refusal of ['forge_forbidden', 'forge_not_found', 'forge_rejected'] as const)
    test(`(${refusal}) stands as it is: no failed attempt, and it is not asked for a second time`, async () => {
      const { store, perform, asked } = await rerun(refusal);
      assert.deepEqual((await perform()).result, { count: 1 });
      assert.equal((await store.effects.ofKind(work, 'rerun'))[0]?.status, 'done');
      await perform();
      assert.equal(asked(), 1);
    });

  test('because another job of its workflow is run again has its turn later', async () => {
    for (const [message, again] of [
      ['403 The workflow run containing this job is already running', 0],
      ['403 Resource not accessible by personal access token', 1],
    ] as const) {
      const { store, perform } = await rerun('forge_forbidden', message);
      await perform();
      assert.equal((await rerunsOf(store, work, SHA)).length, again, message);
    }
  });

  test('because it cannot be reached is asked again later', async () => {
    const { perform } = await rerun('forge_unavailable');
    await assert.rejects(perform(), { code: 'forge_unavailable' });
  });
});
