import { junitCases } from './junit.ts';
import type { RunnerName, TestCase } from './runner.ts';

/** The test cases in what a runner printed (and in its report, where it leaves one). */
export function readReport(name: RunnerName, printed: string, report: string): TestCase[] {
  switch (name) {
    case 'node:test':
      return nodeCases(printed);
    case 'vitest':
      return junitCases(printed);
    case 'pytest':
      return junitCases(report);
    case 'maven':
    case 'gradle':
      return javaCases(printed, report);
    case 'jest':
      return jestCases(printed);
    case 'unittest':
      return unittestCases(printed);
    case 'go test':
      return goCases(printed);
    case 'cargo test':
      return cargoCases(printed);
  }
  return name satisfies never;
}

/** Of a file that could not be loaded the report only says "test failed"; why stands before its line in the other one. */
function nodeCases(printed: string): TestCase[] {
  const told = printed.slice(printed.indexOf('</testsuites>'));
  return junitCases(printed).map((one) => {
    if (one.passed || !/^test failed\b/.test(one.message)) return one;
    const at = told.search(new RegExp(`^✖ .*${RegExp.escape(one.name)} \\(`, 'm'));
    const before = told.slice(0, Math.max(at, 0));
    const from = Math.max(before.lastIndexOf('\n✖ '), before.lastIndexOf('\n✔ '), 0);
    return { ...one, message: `${before.slice(from)}\n${one.message}`.trim() };
  });
}

/** Tests that do not compile leave no report: that the build fails is all there is to say of them. */
function javaCases(printed: string, report: string): TestCase[] {
  const cases = junitCases(report);
  if (cases.length > 0 || !/COMPILATION ERROR|Compilation (?:failed|failure|error)/i.test(printed))
    return cases;
  return [{ name: 'build', file: null, passed: false, message: printed }];
}

function jestCases(printed: string): TestCase[] {
  const from = printed.indexOf('{"num');
  if (from === -1) return [];
  try {
    const { testResults } = JSON.parse(printed.slice(from, printed.lastIndexOf('}') + 1)) as {
      testResults: {
        name: string;
        message?: string;
        assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
      }[];
    };
    return testResults.flatMap(({ name: file, message = '', assertionResults }): TestCase[] =>
      assertionResults.length === 0
        ? [{ name: file, file, passed: false, message }]
        : assertionResults
            .filter(({ status }) => status === 'passed' || status === 'failed')
            .map(({ fullName, status, failureMessages = [] }) => ({
              name: fullName,
              file,
              passed: status === 'passed',
              message: failureMessages.join('\n'),
            })),
    );
  } catch {
    return [];
  }
}

/** `test_b1 (pkg.test_x.Case.test_b1) ... ok`, and a block of text per failure below. */
function unittestCases(printed: string): TestCase[] {
  const blocks = printed.split(/^={20,}$/m).slice(1);
  const why = new Map<string, string>();
  for (const block of blocks) {
    const name = /^(?:FAIL|ERROR): (\S+)/m.exec(block)?.[1];
    if (name !== undefined) why.set(name, block.trim());
  }
  return unittestVerdicts(printed).map(({ name, said }) => ({
    name,
    file: null,
    passed: said === 'ok' || said === 'expected failure',
    message: why.get(name) ?? '',
  }));
}

const SAID = /(?:^|[\s.])(ok|FAIL|ERROR|expected failure|unexpected success|skipped .*)$/;

/** What a test prints comes between its name and its verdict, the last of its lines, and may look like one itself. */
function unittestVerdicts(printed: string): { name: string; said: string }[] {
  const found: { name: string; said: string }[] = [];
  let last: { name: string; said: string } | undefined;
  for (const line of printed.split('\n')) {
    const name = /^(\w+) \([\w.]+\)/.exec(line)?.[1];
    if (name !== undefined) found.push((last = { name, said: '' }));
    if (/^[=-]{20,}$/.test(line)) last = undefined;
    const said = SAID.exec(line)?.[1];
    if (last !== undefined && said !== undefined) last.said = said;
  }
  return found.filter(({ said }) => said !== '' && !said.startsWith('skipped'));
}

function goCases(printed: string): TestCase[] {
  const output = new Map<string, string>();
  const cases: TestCase[] = [];
  let build = '';
  for (const line of printed.split('\n')) {
    const event = goEvent(line);
    if (event === undefined) {
      build += `${line}\n`;
      continue;
    }
    const { Action, Package = '', Test, Output = '', ImportPath } = event;
    if (Action === 'build-output') build += Output;
    const key = `${Package} ${Test ?? ''}`;
    if (Action === 'output') output.set(key, (output.get(key) ?? '') + Output);
    if (Test !== undefined && (Action === 'pass' || Action === 'fail'))
      cases.push({ name: Test, file: null, passed: Action === 'pass', message: output.get(key) ?? '' });
    // A package that does not build has no tests to report.
    if (Test === undefined && Action === 'fail' && !cases.some(({ passed }) => !passed))
      cases.push({ name: Package, file: null, passed: false, message: `${build}${output.get(key) ?? ''}` });
    if (Action === 'build-fail' && cases.length === 0 && ImportPath !== undefined)
      cases.push({ name: ImportPath, file: null, passed: false, message: build });
  }
  return cases;
}

interface GoEvent {
  Action: string;
  Package?: string;
  Test?: string;
  Output?: string;
  ImportPath?: string;
}

function goEvent(line: string): GoEvent | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const event = JSON.parse(line) as GoEvent;
    return typeof event.Action === 'string' ? event : undefined;
  } catch {
    return undefined;
  }
}

function cargoCases(printed: string): TestCase[] {
  const why = new Map<string, string>();
  for (const [, name = '', text = ''] of printed.matchAll(
    /^---- (\S+) stdout ----\n([\s\S]*?)(?=\n---- |\n\nfailures:|$)/gm,
  ))
    why.set(name, text.trim());
  const cases = [...printed.matchAll(/^test (\S+)(?: - should panic)? \.\.\. (ok|FAILED)$/gm)].map(
    ([, name = '', said]): TestCase => ({
      name,
      file: null,
      passed: said === 'ok',
      message: why.get(name) ?? '',
    }),
  );
  if (cases.length > 0 || !/^error(?:\[E\d+\])?:/m.test(printed)) return cases;
  return [{ name: 'build', file: null, passed: false, message: printed }];
}
