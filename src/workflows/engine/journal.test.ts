import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { finished } from '../../../test/support/history.ts';
import { mergeFlow } from '../merge/flow.ts';
import type { MergeResults } from '../merge/results.ts';
import { history } from './steps/history.ts';
import { readJournal, UnreadableStep } from './journal.ts';

const checks = { ok: true, commands: [], output: '' };
const read = (...steps: Parameters<typeof finished>) =>
  history<MergeResults>(readJournal(mergeFlow, finished(...steps).steps));

describe('what comes out of the journal', () => {
  test('is what the step left behind', () => {
    const done = read(['inspect', 0, { kind: 'wait', reason: 'red' }], ['check', 1, checks]);
    assert.deepEqual(done.result('inspect'), { kind: 'wait', reason: 'red' });
    assert.deepEqual(done.result('check', 1), checks);
  });

  test('is an error with a reason when another version wrote it or the row is damaged', () => {
    for (const bad of [null, 'text', { ok: 'yes' }, { ...checks, commands: [{ command: 1 }] }])
      assert.throws(
        () => read(['inspect', 0, { kind: 'conflict' }], ['check', 2, bad]),
        (error) => {
          assert(error instanceof UnreadableStep);
          assert.equal(error.code, 'store_broken');
          assert.deepEqual(error.at, { name: 'check', round: 2 });
          assert.match(error.message, /step check \(round 2\)/);
          assert(error.why);
          return true;
        },
      );
  });

  test("holds a person's answer like any other result", () => {
    const said = { question: 'q-1', answer: 'continue', by: 'ann' };
    assert.deepEqual(read(['ask:conflict', 0, said]).result('ask:conflict'), said);
    assert.throws(() => read(['ask:conflict', 0, { answer: true }]), UnreadableStep);
  });

  test('keeps cost and commit of a step that the flow no longer has', () => {
    const done = read(['squash', 0, { of: 'an older version' }, 'c1']);
    assert.equal(done.lastCommit(), 'c1');
  });
});
