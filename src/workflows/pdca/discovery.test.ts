import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goal } from '../../../test/support/pdca-play.ts';
import { chosen, discovered, type DiscoveryFacts } from './discovery.ts';

const NOTHING: DiscoveryFacts = { contextNear: false, goals: [], todos: [], issues: [], staged: [] };

describe('자율 발견 모드', () => {
  const rows: [row: string, facts: Partial<DiscoveryFacts>, found: string[], chosen: number | undefined][] = [
    ['0 CONTEXT only advises', { contextNear: true }, ['0 CONTEXT'], undefined],
    [
      '0 CONTEXT holds back what would be begun',
      { contextNear: true, goals: [goal('test', 'FAIL')] },
      ['0 CONTEXT', '2 URGENT'],
      undefined,
    ],
    ['2 URGENT by the build', { goals: [goal('build', 'FAIL')] }, ['2 URGENT'], 2],
    ['2 URGENT by the tests', { goals: [goal('test', 'FAIL')] }, ['2 URGENT'], 2],
    ['3 WORK by a TODO', { todos: ['a.ts:1:// TODO'] }, ['3 WORK'], 3],
    ['3 WORK by an issue', { issues: [{ number: 7, title: 'x' }] }, ['3 WORK'], 3],
    ['4 SUPPORT by lint errors', { goals: [goal('lint', 'FAIL')] }, ['4 SUPPORT'], 4],
    ['4 SUPPORT by type errors', { goals: [goal('typecheck', 'FAIL')] }, ['4 SUPPORT'], 4],
    ['4 SUPPORT by staged files is only proposed', { staged: ['a.ts'] }, ['4 SUPPORT'], undefined],
    ['5 AUTONOMOUS is only proposed', {}, ['5 AUTONOMOUS'], undefined],
    [
      'the most urgent first',
      {
        goals: [goal('lint', 'FAIL'), goal('test', 'FAIL')],
        todos: ['a.ts:1:// TODO'],
        issues: [{ number: 7, title: 'x' }],
        staged: ['a.ts'],
      },
      ['2 URGENT', '3 WORK', '3 WORK', '4 SUPPORT', '4 SUPPORT'],
      2,
    ],
  ];
  for (const [row, facts, found, tier] of rows)
    test(row, () => {
      const all = discovered({ ...NOTHING, ...facts });
      assert.deepEqual(
        all.map((one) => `${one.tier} ${one.name}`),
        found,
      );
      assert.equal(chosen(all)?.tier, tier);
    });
  test('tier 0 says what to do', () => {
    const [first] = discovered({ ...NOTHING, contextNear: true });
    assert.match(first?.why ?? '', /\/clear, then autodev auto resume/);
  });
});
