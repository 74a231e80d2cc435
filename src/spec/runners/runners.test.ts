import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from '../language/languages.ts';
import { discoverRunner } from './discover.ts';
import { failReason, judgeRun, redProblems } from './judge.ts';
import type { RunnerName } from './runner.ts';

const found = (language: Language, files: Readonly<Record<string, string>>, dir = 'src/auth') =>
  discoverRunner(dir, language, (path) => files[path]);

describe('the test runner of a module', () => {
  const CASES: readonly [string, Language, Record<string, string>, RunnerName | undefined][] = [
    ['nothing at all', 'typescript', {}, 'node:test'],
    ['a plain package.json', 'javascript', { 'package.json': '{}' }, 'node:test'],
    [
      'vitest as a dependency',
      'typescript',
      { 'package.json': '{"devDependencies":{"vitest":"3"}}' },
      'vitest',
    ],
    ['a jest config', 'typescript', { 'jest.config.js': '' }, 'jest'],
    [
      'what the root CLAUDE.md says',
      'typescript',
      { 'CLAUDE.md': 'Tests: vitest', 'jest.config.js': '' },
      'vitest',
    ],
    ['nothing', 'python', {}, 'unittest'],
    ['pytest in pyproject', 'python', { 'pyproject.toml': '[tool.pytest.ini_options]' }, 'pytest'],
    ['go', 'go', { 'go.mod': 'module x' }, 'go test'],
    ['cargo', 'rust', { 'Cargo.toml': '' }, 'cargo test'],
    ['a pom', 'java', { 'pom.xml': '' }, 'maven'],
    ['a Gradle build', 'kotlin', { 'build.gradle.kts': '' }, 'gradle'],
    ['no build', 'java', {}, undefined],
  ];
  for (const [what, language, files, expected] of CASES)
    test(`${what} (${language}) is ${expected ?? 'none'}`, () => {
      assert.equal(found(language, files)?.name, expected);
    });

  test('runs where it is set up, with paths from there', () => {
    const runner = found('typescript', { 'packages/a/package.json': '{}' }, 'packages/a/src/m');
    assert.equal(runner?.cwd, 'packages/a');
    assert.deepEqual(runner?.command(['packages/a/src/m/x.test.ts', 'test/y.test.ts']).slice(-2), [
      'src/m/x.test.ts',
      '../../test/y.test.ts',
    ]);
  });

  test('says what a test file is called and where it lies', () => {
    assert.equal(
      found('typescript', {})?.testFile('src/auth', 'auth', 'typescript'),
      'src/auth/auth.test.ts',
    );
    assert.equal(found('python', {})?.testFile('src/auth', 'my-auth', 'python'), 'src/auth/test_my_auth.py');
    assert.equal(found('go', {})?.testFile('.', 'auth', 'go'), 'auth_test.go');
    assert.equal(
      found('rust', { 'core/Cargo.toml': '' }, 'core/src')?.testFile('core/src', 'a', 'rust'),
      'core/tests/a.rs',
    );
    assert.equal(
      found('java', { 'pom.xml': '' })?.testFile('src/main/java/org/x', 'auth', 'java'),
      'src/test/java/org/x/AuthTest.java',
    );
  });
});

const exit = (stdout: string, more: Partial<Parameters<typeof judgeRun>[1]> = {}) => ({
  code: 1,
  timedOut: false,
  stdout,
  stderr: '',
  report: '',
  ...more,
});

describe('what a run of tests came to', () => {
  const JUNIT =
    '<testsuites><testcase name="B1: a &lt; b" file="/x/a.test.ts"/><testcase name="B2">\n<failure type="x" message="1 !== 2">AssertionError</failure></testcase><testcase name="s"><skipped/></testcase></testsuites>';

  test('is read from JUnit reports', () => {
    for (const [name, done] of [
      ['node:test', exit(JUNIT)],
      ['vitest', exit(JUNIT)],
      ['pytest', exit('', { report: JUNIT })],
      ['maven', exit('', { report: JUNIT })],
    ] as const) {
      const run = judgeRun(name, done);
      assert.deepEqual([run.outcome, run.total, run.passed, run.failed], ['failed', 2, 1, 1]);
      assert.equal(run.cases[0]?.name, 'B1: a < b');
      assert.match(run.cases[1]?.message ?? '', /1 !== 2/);
    }
  });

  test('is read from what jest, unittest, go and cargo print', () => {
    const jest = JSON.stringify({
      numFailedTests: 1,
      testResults: [
        {
          name: '/x/a.test.js',
          message: '',
          assertionResults: [
            { fullName: 'B1', status: 'passed' },
            { fullName: 'B2', status: 'failed', failureMessages: ['no'] },
          ],
        },
      ],
    });
    const unittest =
      'test_b1 (m.test_a.T.test_b1) ... ok\ntest_b2 (m.test_a.T.test_b2) ... FAIL\n\n======================================================================\nFAIL: test_b2 (m.test_a.T.test_b2)\n----------------------------------------------------------------------\nAssertionError: 1 != 2\n\nRan 2 tests in 0.001s\n';
    const go =
      '{"Action":"run","Package":"x","Test":"TestB1"}\n{"Action":"pass","Package":"x","Test":"TestB1"}\n{"Action":"output","Package":"x","Test":"TestB2","Output":"want 1"}\n{"Action":"fail","Package":"x","Test":"TestB2"}\n{"Action":"fail","Package":"x"}\n';
    const cargo =
      'running 2 tests\ntest b1 ... ok\ntest tests::b2 ... FAILED\n\nfailures:\n\n---- tests::b2 stdout ----\npanicked at 1\n\n\nfailures:\n    tests::b2\n';
    for (const [name, done] of [
      ['jest', exit(jest)],
      ['unittest', exit('', { stderr: unittest })],
      ['go test', exit(go)],
      ['cargo test', exit(cargo, { code: 101 })],
    ] as const) {
      const run = judgeRun(name, done);
      assert.deepEqual([name, run.outcome, run.passed, run.failed], [name, 'failed', 1, 1]);
      assert.notEqual(run.cases.find(({ passed }) => !passed)?.message, '');
    }
  });

  test('what the tests of unittest print does not hide or forge their verdicts', () => {
    const stderr = [
      'test_b1 (m.T.test_b1) ... WARNING:root:hi',
      'ok',
      'test_b2 (m.T.test_b2)',
      'Says what it does ... all is ok',
      'FAIL',
      "test_b3 (m.T.test_b3) ... skipped 'later'",
      '',
      '======================================================================',
      'FAIL: test_b2 (m.T.test_b2)',
      'ok',
    ].join('\n');
    const { cases } = judgeRun('unittest', exit(`${'='.repeat(30)}\n`, { code: 1, stderr }));
    assert.deepEqual(
      cases.map(({ name, passed }) => [name, passed]),
      [
        ['test_b1', true],
        ['test_b2', false],
      ],
    );
  });

  test('that the runner could not start is not that the tests fail', () => {
    for (const [name, done] of [
      ['vitest', exit('', { code: 127 })],
      ['pytest', exit('', { stderr: '/usr/bin/python3: No module named pytest' })],
      ['node:test', exit('', { code: null })],
      ['go test', exit('', { stderr: 'bwrap: execvp go: No such file or directory' })],
      ['cargo test', exit('', { code: 101, stderr: 'error: no matching package named `x` found' })],
      ['unittest', exit('Ran 0 tests', { code: 5 })],
    ] as const)
      assert.equal(judgeRun(name, done).outcome, 'environment', name);
  });

  test('tests that do not end are tests that fail: code can be mended for it', () => {
    const run = judgeRun('node:test', exit('', { code: null, timedOut: true, stderr: 'still going' }));
    assert.equal(run.outcome, 'failed');
    assert.match(run.output, /did not end in time\nstill going/);
  });

  test('a test that cannot start a program is a test that fails', () => {
    const stdout =
      '<testcase name="B1"/><testcase name="B2"><failure message="x">Error: spawn nosuch ENOENT</failure></testcase>';
    const run = judgeRun('node:test', exit(stdout, { code: 1, stderr: 'Error: spawn nosuch ENOENT' }));
    assert.deepEqual([run.outcome, run.passed, run.failed], ['failed', 1, 1]);
  });

  test('a build that fails for want of the code counts as failing tests', () => {
    const cargo = judgeRun(
      'cargo test',
      exit('', { code: 101, stderr: 'error[E0432]: unresolved import `x::add`' }),
    );
    assert.equal(cargo.outcome, 'failed');
    const go = judgeRun(
      'go test',
      exit(
        '{"ImportPath":"x","Action":"build-output","Output":"a_test.go:3: undefined: Add\\n"}\n{"ImportPath":"x","Action":"build-fail"}\n{"Action":"fail","Package":"x"}\n',
      ),
    );
    assert.equal(go.outcome, 'failed');
    // As Maven 3.8 prints it.
    const printed =
      '[ERROR] COMPILATION ERROR : \n[ERROR] /m/src/test/java/p/PTest.java:[3,85] cannot find symbol\n  symbol:   variable Adder\n';
    const maven = judgeRun('maven', exit(printed));
    assert.deepEqual([maven.outcome, redProblems(maven, () => false)], ['failed', []]);
    const offline =
      'Plugin org.apache.maven.plugins:maven-surefire-plugin:3.5.5 or one of its dependencies could not be resolved: Cannot access central in offline mode';
    assert.equal(judgeRun('maven', exit(offline)).outcome, 'environment');
  });
});

describe('red for the right reason', () => {
  const isOurs = (name: string) => name.startsWith('.') || name.includes('src/auth') || name === 'auth';
  const CASES: readonly [string, ReturnType<typeof failReason>][] = [
    ['Expected values to be strictly equal', 'assertion'],
    ["Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/s/src/auth/index.ts' imported from", 'unwritten'],
    ["SyntaxError: The requested module './index.ts' does not provide an export named 'add'", 'unwritten'],
    ["ModuleNotFoundError: No module named 'auth'", 'unwritten'],
    ["ImportError: cannot import name 'add' from 'auth'", 'unwritten'],
    ['./a_test.go:5:2: undefined: Add', 'unwritten'],
    ['error[E0425]: cannot find function `add`', 'unwritten'],
    ['cannot find symbol\n  symbol: class Auth', 'unwritten'],
    ["SyntaxError: Unexpected token '}'", 'syntax'],
    ['IndentationError: unexpected indent', 'syntax'],
    ["Cannot find package 'sinon' imported from /s/a.test.ts", 'missing_tool'],
    ["ModuleNotFoundError: No module named 'hypothesis'", 'missing_tool'],
  ];
  for (const [message, expected] of CASES)
    test(`${expected}: ${message.slice(0, 60)}`, () => {
      assert.equal(failReason({ message }, isOurs), expected);
    });

  test('tests that pass at once, or fail by their own mistake, are no red', () => {
    const run = (cases: { passed: boolean; message: string }[]) => ({
      outcome: cases.every(({ passed }) => passed) ? ('passed' as const) : ('failed' as const),
      total: cases.length,
      passed: 0,
      failed: 0,
      cases: cases.map((one) => ({ name: 'B1', file: null, ...one })),
      output: '',
    });
    assert.match(redProblems(run([{ passed: true, message: '' }]), isOurs)[0] ?? '', /pass before the code/);
    assert.match(
      redProblems(run([{ passed: false, message: 'SyntaxError: x' }]), isOurs)[0] ?? '',
      /cannot be read/,
    );
    assert.deepEqual(redProblems(run([{ passed: false, message: '1 !== 2' }]), isOurs), []);
  });
});
