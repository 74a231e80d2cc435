import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAutodevError } from '../../../work/errors.ts';
import { moveCheckpoint } from './checkpoints.ts';
import { newState } from '../decide.ts';
import { approachOf, classify, endsAtOnce, type FailureClass } from './ralph.ts';

describe('failures are told apart by what they say', () => {
  const rows: [FailureClass, string][] = [
    ['NOT_IMPLEMENTED', 'Error: not implemented'],
    ['NOT_IMPLEMENTED', 'TypeError: sum is not a function'],
    ['NOT_IMPLEMENTED', "Error: Cannot find module './sum.ts'"],
    ['NOT_IMPLEMENTED', "AttributeError: module 'chat' has no attribute 'send'"],
    ['NOT_IMPLEMENTED', './main.go:5:2: undefined: Send'],
    ['TYPE_ERROR', 'src/a.ts(3,1): error TS2322: Type string is not assignable to type number'],
    ['TYPE_ERROR', "TypeError: unsupported operand type(s) for +: 'int' and 'str'"],
    ['TYPE_ERROR', 'error[E0308]: mismatched types'],
    ['ENV_ISSUE', 'sh: 1: vitest: not found'],
    ['ENV_ISSUE', "ModuleNotFoundError: No module named 'redis'"],
    ['ENV_ISSUE', 'connect ECONNREFUSED 127.0.0.1:5432'],
    ['ENV_ISSUE', "Error: Cannot find package 'zod' imported from /p/a.js"],
    ['DESIGN_MISMATCH', 'the interface does not match the design'],
    ['LOGIC_ERROR', 'AssertionError: expected 3, got 4'],
    ['LOGIC_ERROR', ''],
  ];
  for (const [wanted, output] of rows)
    test(`${wanted}: ${output || '(silent)'}`, () =>
      assert.equal(classify({ output, code: 1, timedOut: false }), wanted));
  test('a program that cannot be started is the environment', () => {
    assert.equal(classify({ output: '', code: 127, timedOut: false }), 'ENV_ISSUE');
    assert.equal(
      classify({ output: 'is not a function', code: null, timedOut: false, notStarted: true }),
      'ENV_ISSUE',
    );
  });
});

describe('a checkpoint gets at most three attempts', () => {
  const begun = () =>
    moveCheckpoint(newState('x', '2026-02-16T10:00:00Z'), 'cp-1', { kind: 'start', unmet: [], agent: true });
  const cp = (state: ReturnType<typeof begun>) => state.checkpoints?.['cp-1'];

  test('it starts at one, each failure widens the approach, the third escalates', () => {
    let state = begun();
    assert.deepEqual(cp(state), { status: 'in_progress', iteration: 1 });
    const approaches = [approachOf(1)];
    for (const iteration of [2, 3]) {
      state = moveCheckpoint(state, 'cp-1', { kind: 'fail', failure: 'LOGIC_ERROR' });
      assert.deepEqual(cp(state), { status: 'in_progress', iteration });
      approaches.push(approachOf(iteration));
    }
    assert.deepEqual(approaches, ['error_text', 'wider_analysis', 'test_oracle']);
    state = moveCheckpoint(state, 'cp-1', { kind: 'fail', failure: 'TYPE_ERROR' });
    assert.deepEqual(cp(state), { status: 'escalated', iteration: 3 });
  });

  test('a wrong design and a broken environment escalate at once', () => {
    for (const failure of ['DESIGN_MISMATCH', 'ENV_ISSUE'] as const) {
      assert.ok(endsAtOnce(failure));
      assert.deepEqual(cp(moveCheckpoint(begun(), 'cp-1', { kind: 'fail', failure })), {
        status: 'escalated',
        iteration: 1,
      });
    }
  });

  test('an agent cannot take an escalated one up again; a person can', () => {
    const left = moveCheckpoint(begun(), 'cp-1', { kind: 'fail', failure: 'ENV_ISSUE' });
    const again = (agent: boolean) => moveCheckpoint(left, 'cp-1', { kind: 'start', unmet: [], agent });
    assert.throws(
      () => again(true),
      (error) => isAutodevError(error, 'gate_closed'),
    );
    assert.deepEqual(cp(again(false)), { status: 'in_progress', iteration: 1 });
  });

  test('only what runs can pass or fail, and only what exists', () => {
    const passed = moveCheckpoint(begun(), 'cp-1', { kind: 'pass' });
    assert.equal(cp(passed)?.status, 'passed');
    for (const kind of ['pass', 'start'] as const)
      assert.throws(() => moveCheckpoint(passed, 'cp-1', { kind, unmet: [], agent: false }), /passed/);
    assert.throws(
      () => moveCheckpoint(passed, 'cp-9', { kind: 'pass' }),
      (error) => isAutodevError(error, 'not_found'),
    );
    const waits = () =>
      moveCheckpoint(newState('x', 'now'), 'cp-2', { kind: 'start', unmet: ['cp-1'], agent: false });
    assert.throws(waits, /waits for cp-1/);
  });
});
