import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goal } from '../../../../test/support/pdca-play.ts';
import { againstBaseline, baselineGoals, baselineKept, heldCommands, isRed } from './baseline.ts';

const red = (...failures: string[]) => goal('test', 'FAIL', { failures });

test('what was red before is a failure that is old; one failure more and it is the run that is red', () => {
  const rows: [before: string[], now: string[], old: boolean][] = [
    [['a'], ['a'], true],
    [['a', 'b'], ['b'], true],
    [['a'], ['a', 'b'], false],
    [['a'], ['b'], false],
  ];
  for (const [before, now, old] of rows) {
    const counted = againstBaseline(red(...now), [red(...before)]);
    assert.deepEqual([counted.status, counted.old, isRed(counted)], ['FAIL', old, !old]);
  }
  assert.ok(isRed(againstBaseline(red('a'), [goal('test', 'PASS')])));
  assert.ok(isRed(againstBaseline(red('a'), [])));
  assert.ok(!isRed(againstBaseline(goal('test', 'PASS'), [red('a')])));
});

test('a run that goes on elsewhere is held to how the tree was before it, not to how it left it', () => {
  const kept = baselineGoals.parse([goal('test', 'PASS'), goal('lint', 'FAIL', { failures: ['x'] })]);
  const here = [red('mine'), goal('lint', 'FAIL', { failures: ['x', 'mine'], environment: 'exit code 127' })];
  const [test_, lint] = baselineKept(here, kept);
  assert.deepEqual([test_?.status, lint?.failures, lint?.environment], ['PASS', ['x'], 'exit code 127']);
  assert.deepEqual(baselineKept(here, undefined), here);
});

test('a goal keeps the command it had before the run; one that had none takes what there is now', () => {
  const before = [goal('test', 'PASS', { argv: ['npm', 'test'] }), goal('lint', 'SKIP')];
  const now = [
    { goal: 'test', argv: undefined },
    { goal: 'lint', argv: ['ruff', 'check'] },
    { goal: 'build', argv: undefined },
  ];
  assert.deepEqual(
    heldCommands(now, before).map(({ argv }) => argv),
    [['npm', 'test'], ['ruff', 'check'], undefined],
  );
});
