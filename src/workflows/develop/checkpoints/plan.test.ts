import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { argv } from './argv.ts';
import { inOrder, parsePlan } from './plan.ts';
import { chooseStrategy } from './strategy.ts';

const cp = (id: string, more: object = {}) => ({
  id,
  description: id,
  validation: { command: 'npm test' },
  ...more,
});
const plan = (...checkpoints: object[]) => parsePlan(JSON.stringify({ checkpoints }), 'plan.json');

describe('a plan', () => {
  test('is the first json block of a document that has checkpoints', () => {
    const text = `# Design\n\n\`\`\`json\n{"a": 1}\n\`\`\`\n\n\`\`\`json\n${JSON.stringify({ checkpoints: [cp('cp-1')] })}\n\`\`\`\n`;
    assert.deepEqual(parsePlan(text, 'design.md')[0], {
      ...cp('cp-1'),
      interface: [],
      tests: [],
      files: [],
      dependencies: [],
    });
    assert.throws(() => parsePlan('# Design', 'design.md'), /no plan/);
  });

  test('with ids twice, unknown or circular dependencies, or no validation is refused', () => {
    for (const checkpoints of [
      [cp('a'), cp('a')],
      [cp('a', { dependencies: ['b'] })],
      [cp('a', { dependencies: ['b'] }), cp('b', { dependencies: ['a'] })],
      [{ id: 'a', description: 'a' }],
      [cp('../a')],
      [],
    ])
      assert.throws(() => plan(...checkpoints), /no plan that can be used/);
  });

  test('is worked off so that each comes after what it depends on', () => {
    const order = inOrder(plan(cp('c', { dependencies: ['b'] }), cp('a'), cp('b', { dependencies: ['a'] })));
    assert.deepEqual(
      order?.map((one) => one.id),
      ['a', 'b', 'c'],
    );
  });
});

test('the strategy follows number, dependencies and files of the checkpoints', () => {
  const many = Array.from({ length: 5 }, (_, at) => cp(`cp-${at}`));
  const rows: [object[], boolean, string][] = [
    [[cp('a')], true, 'direct'],
    [[cp('a', { files: ['a.ts'] }), cp('b', { files: ['b.ts'] })], true, 'subagent'],
    [[cp('a', { files: ['a.ts'] }), cp('b', { files: ['a.ts'] })], true, 'agent-teams'],
    [[cp('a', { tests: ['t.ts'] }), cp('b', { tests: ['t.ts'] })], false, 'direct'],
    [[cp('a'), cp('b', { dependencies: ['a'] })], true, 'agent-teams'],
    [[cp('a'), cp('b', { dependencies: ['a'] })], false, 'direct'],
    [many, true, 'agent-teams'],
    [many, false, 'subagent'],
  ];
  for (const [checkpoints, teams, wanted] of rows)
    assert.equal(chooseStrategy(plan(...checkpoints), teams), wanted);
});

test('a validation command is words, never a shell line', () => {
  assert.deepEqual(argv(`node --test  "a b.ts" 'c $d' ""`), ['node', '--test', 'a b.ts', 'c $d', '']);
  assert.deepEqual(argv(String.raw`a "b \" c"`), ['a', 'b " c']);
  for (const line of ['a; b', 'a && b', 'a | b', 'a > f', 'a $(b)', 'a `b`', 'a $B', 'a *', "a 'b", ''])
    assert.throws(() => argv(line), /shell|quote|empty/, line);
});
