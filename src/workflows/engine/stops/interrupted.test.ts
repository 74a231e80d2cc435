import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testHost } from '../../../../test/support/host.ts';
import { openStore } from '../../../store/sqlite/open.ts';
import { AutodevError } from '../../../work/errors.ts';
import { workId } from '../../../work/ids.ts';
import { mergeFlow } from '../../merge/flow.ts';
import { interrupted } from './interrupted.ts';
import type { FrozenInput } from '../input/input.ts';
import type { EngineItem } from '../item.ts';
import { readJournal } from '../journal.ts';
import { submit } from '../input/submit.ts';

const work = workId('merge', 'o/r', 5);
const frozen: FrozenInput = {
  repo: 'o/r',
  number: 5,
  title: 't',
  author: 'a',
  contentHash: 'h',
  baseRef: 'main',
  baseSha: 'b',
  lesson: null,
};

test('a step that cannot be read ends the attempt, and the next one does it and what followed again', async () => {
  const store = openStore(':memory:');
  const run = await submit(store, work, frozen);
  const results = { inspect: { kind: 'conflict' }, resolve: { files: 'all' }, push: { sha: 'c' } };
  for (const [name, result] of Object.entries(results)) {
    await store.steps.start(run.id, name, 0);
    await store.steps.finish(run.id, name, 0, { result, commit: null, costUsd: 1 });
  }
  let thrown: unknown;
  try {
    readJournal(mergeFlow, await store.steps.finished(run.id));
  } catch (error) {
    thrown = error;
  }
  const parts = { host: testHost(), store, emit: async () => {} };
  const ended = await interrupted(parts, { work } as EngineItem, run, thrown);
  assert(ended.kind === 'end');
  assert.equal(ended.outcome, 'failed');
  assert.match(ended.reason, /step resolve \(round 0\) cannot be read: .*files/s);
  assert.deepEqual(ended.carry, [{ name: 'inspect', round: 0 }]);
});

test('stopping the daemon is no attempt, also when git hears of it before the run does', async () => {
  const store = openStore(':memory:');
  const run = await submit(store, work, frozen);
  const parts = { host: testHost(), store, emit: async () => {} };
  const stopping = new AutodevError('interrupted', 'the daemon is stopping');
  await assert.rejects(interrupted(parts, { work } as EngineItem, run, stopping), stopping);
  assert.equal((await store.runs.unfinished(work))?.id, run.id);
});
