import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseSpec } from '../parse/parse.ts';
import { clausesOf } from './clauses.ts';
import { carriesId, testNames } from './test-names.ts';
import { traceModule, untested } from './trace.ts';

const spec = (behavior: string, contract = 'None') =>
  parseSpec(
    `## Purpose\nx\n## Summary\nx\n## Exports\n- \`add(a: number): number\`\n## Behavior\n${behavior}\n## Contract\n${contract}\n## Protocol\nNone\n## Domain Context\nNone\n`,
  ).spec;

describe('the clauses of a spec', () => {
  const CONTRACT = '### add\n- **Preconditions**: a is finite\n- **Throws**: RangeError';

  test('are its behaviors, contract clauses and use cases, each with an id', () => {
    const clauses = clausesOf(
      spec('### UC-3: Adding\n- two numbers → their sum\n- [B7] a word → TypeError', CONTRACT),
    );
    assert.deepEqual(
      clauses.map(({ id, kind, text, symbol }) => [id, kind, text, symbol]),
      [
        ['UC-3', 'use_case', 'Adding', undefined],
        ['B1', 'behavior', 'two numbers → their sum', undefined],
        ['B7', 'behavior', 'a word → TypeError', undefined],
        ['C1', 'contract', 'add preconditions: a is finite', 'add'],
        ['C2', 'contract', 'add throws: RangeError', 'add'],
      ],
    );
  });

  test('keep their ids when they move; a new one gets the first number that is free', () => {
    const before = clausesOf(spec('- a → 1\n- b → 2\n- c → 3'));
    const ids = (text: string) => clausesOf(spec(text), before).map(({ id, text: said }) => `${id} ${said}`);
    assert.deepEqual(ids('- c → 3\n- a → 1\n- b → 2'), ['B3 c → 3', 'B1 a → 1', 'B2 b → 2']);
    assert.deepEqual(ids('- d → 4\n- c → 3'), ['B1 d → 4', 'B3 c → 3']);
    assert.deepEqual(ids('- a → 1\n- b → 5\n- c → 3'), ['B1 a → 1', 'B2 b → 5', 'B3 c → 3']);
  });
});

test('tests are found by the name patterns of every language', () => {
  const names = (path: string, text: string) => testNames(path, text).map(({ name }) => name);
  assert.deepEqual(
    names(
      'a.test.ts',
      "describe('x', () => {\n it('B1: adds', f);\n test.only(`B2 more`, f);\n test.each([1])(\"B3\", f);});",
    ),
    ['B1: adds', 'B2 more', 'B3'],
  );
  assert.deepEqual(
    names(
      'test_a.py',
      'class T:\n    async def test_b1_adds(self): pass\ndef test_c1(): pass\ndef helper(): pass',
    ),
    ['test_b1_adds', 'test_c1'],
  );
  assert.deepEqual(
    names('a_test.go', 'func TestB1_Adds(t *testing.T) {\n t.Run("B2 more", f)\n}\nfunc Helper() {}'),
    ['TestB1_Adds', 'B2 more'],
  );
  assert.deepEqual(
    names('lib.rs', '#[test]\nfn b1_adds() {}\n#[tokio::test]\nasync fn b2() {}\nfn no() {}'),
    ['b1_adds', 'b2'],
  );
  assert.deepEqual(
    names(
      'ATest.java',
      '@Test\n@DisplayName("B1: adds")\nvoid adds() {}\n@ParameterizedTest @ValueSource(ints = {1}) public void b2(int a) {}',
    ),
    ['adds B1: adds', 'b2'],
  );
  assert.deepEqual(names('ATest.kt', '@Test\nfun `B1 adds`() {}\n@DisplayName("B2") @Test fun two() {}'), [
    'B1 adds',
    'two B2',
  ]);
});

test('tests that are never run are none, and tables before a name do not hide it', () => {
  const names = (path: string, text: string) => testNames(path, text).map(({ name }) => name);
  assert.deepEqual(
    names(
      'a.test.ts',
      [
        "test.skip('B1: a', f);",
        "it.todo('B2: b');",
        "test('B3: c', { skip: true }, f);",
        "test('B4: d', { skip: 'later' }, f);",
        "test('B5: e', { skip: false, timeout: 1 }, f);",
        "it.each([\n  [f(1), ')'],\n])('B6: %s', f);",
        "test.each`a | b\n${1} | ${f(2)}`('B7: $a', f);",
        "test.concurrent.skip('B8', f);",
        "test.skipIf(isWindows())('B9: g', f);",
        "it.each([1, 2)('never closed', f);",
      ].join('\n'),
    ),
    ['B5: e', 'B6: %s', 'B7: $a', 'B9: g'],
  );
  assert.deepEqual(
    names(
      'test_a.py',
      '@unittest.skip("later")\ndef test_b1(): pass\n\n@pytest.mark.parametrize("a", [1])\n@pytest.mark.skip\ndef test_b2(a): pass\n\n@pytest.mark.skipif(False, reason="x")\ndef test_b3(): pass\n',
    ),
    ['test_b3'],
  );
  assert.deepEqual(names('lib.rs', '#[test]\n#[ignore]\nfn b1() {}\n#[test]\n#[should_panic]\nfn b2() {}'), [
    'b2',
  ]);
  assert.deepEqual(names('ATest.java', '@Test\n@Disabled("later")\nvoid b1() {}\n@Test void b2() {}'), [
    'b2',
  ]);
});

test('a name carries an id in whatever form its language allows', () => {
  for (const name of [
    'B1: adds',
    'adds (B1)',
    'test_b1_adds',
    'TestB1Adds',
    'TestB1_Adds',
    'b1_adds',
    'test_B1',
  ])
    assert.ok(carriesId(name, 'B1'), name);
  for (const name of ['B11: adds', 'test_b12', 'AB1', 'rgb1', 'web1_x', 'b1adds'])
    assert.ok(!carriesId(name, 'B1'), name);
  for (const name of ['UC-3: x', 'test_uc3_x', 'TestUC3', 'test_uc_3'])
    assert.ok(carriesId(name, 'UC-3'), name);
  assert.ok(!carriesId('UC-31', 'UC-3'));
});

test('a trace shows clause, tests and symbols, and names what has none', () => {
  const one = spec('- two numbers → their sum\n- a word → TypeError', '### add\n- **Throws**: RangeError');
  const text = "test('B1: sums', () => {\n  assert.equal(add(1), 2);\n});\ntest('other', () => {});\n";
  const traced = traceModule(one, clausesOf(one), [{ path: 'm/a.test.ts', text }], [{ name: 'helper' }]);
  assert.deepEqual(
    traced.map(({ id, tests, symbols }) => [id, tests, symbols]),
    [
      ['B1', [{ file: 'm/a.test.ts', name: 'B1: sums', line: 1 }], ['add']],
      ['B2', [], []],
      ['C1', [], ['add']],
    ],
  );
  assert.deepEqual(
    untested(one, traced).map(({ id }) => id),
    ['B2', 'C1'],
  );
});
