import type { RunnerName, TestCase, TestRun } from './runner.ts';
import { readReport } from './reports.ts';

/** How a runner ended. */
export interface RunnerExit {
  code: number | null;
  timedOut: boolean;
  stdout: string;
  stderr: string;
  report: string;
}

const KEPT = 8_000;

/** Signs that the runner itself is not there or cannot work. */
const BROKEN: Partial<Record<RunnerName, RegExp>> = {
  vitest:
    /vitest: not found|could not determine executable|Cannot find package 'vitest'|npm error.*canceled/i,
  jest: /jest: not found|could not determine executable|Cannot find module 'jest/i,
  pytest: /No module named '?pytest'?/,
  'go test': /go: (?:cannot find main module|go\.mod file not found|.*: no required module provides)/,
  'cargo test':
    /could not find `Cargo\.toml`|error: failed to (?:get|download|parse manifest)|no matching package/,
  maven:
    /Could not resolve (?:dependencies|plugin)|Cannot access .* in offline mode|no POM in this directory|invalid target release/i,
  gradle: /Could not resolve|No cached version|does not contain a Gradle build/i,
};

/** The runner itself did not work, which says nothing about the code. */
export function cannotStart(
  name: RunnerName,
  { stdout, stderr }: Pick<RunnerExit, 'stdout' | 'stderr'>,
  why = `${name} could not be started`,
): TestRun {
  const output = `${why}\n${tailOf(stdout, stderr)}`.trim();
  return { outcome: 'environment', total: 0, passed: 0, failed: 0, cases: [], output };
}

/** What the end of a runner means: passed, failed, or that the runner did not work at all. */
export function judgeRun(name: RunnerName, exit: RunnerExit): TestRun {
  const printed = `${exit.stdout}\n${exit.stderr}`;
  const broken = (why?: string) => cannotStart(name, exit, why);
  // The runner works; what it runs does not end, which code can be mended for.
  if (exit.timedOut) {
    const output = `the tests did not end in time\n${tailOf(exit.stdout, exit.stderr)}`.trim();
    return { outcome: 'failed', total: 0, passed: 0, failed: 0, cases: [], output };
  }
  if (exit.code === 127 || exit.code === 126 || exit.code === null) return broken();
  const cases = readReport(name, printed, exit.report);
  // A test that starts a program that is not there says the same; but it is reported.
  if (cases.length === 0 && /(?:bwrap: execvp|spawn) \S+:? .*(?:No such file|ENOENT)/.test(exit.stderr))
    return broken();
  // Without a single test of its own a build that did not come about may be the fault of the machine.
  const built = cases.some((one) => one.name !== 'build');
  if (!built && BROKEN[name]?.test(printed) === true) return broken(`${name} cannot work here`);
  if (cases.length === 0) {
    return broken(
      exit.code === 0 ? `${name} found no tests` : `${name} ended with ${exit.code} and reported no test`,
    );
  }
  const failed = cases.filter((one) => !one.passed).length;
  return {
    outcome: failed === 0 && exit.code === 0 ? 'passed' : 'failed',
    total: cases.length,
    passed: cases.length - failed,
    failed,
    cases,
    output: tailOf(exit.stdout, exit.stderr),
  };
}

function tailOf(stdout: string, stderr: string): string {
  return `${stdout}\n${stderr}`.trim().slice(-KEPT);
}

/** What is missing is the module under test, which is not written yet. */
const UNWRITTEN = [
  /does not provide an export named/,
  /is not (?:a function|defined|a constructor)/,
  /cannot import name|has no attribute/,
  /undefined: \w+|undefined reference|build failed/,
  /E0(?:425|432|433|412|599|583)\b/,
  /cannot find symbol|package [\w.]+ does not exist|unresolved reference/i,
];
const MISSING_MODULE =
  /Cannot find (?:module|package) '([^']+)'|ERR_MODULE_NOT_FOUND[^']*'([^']+)'|Failed to resolve import "([^"]+)"|No module named '?([\w.]+)'?/;
const SYNTAX =
  /\b(?:SyntaxError|IndentationError|TabError|ParseError|Transform failed)\b|ERR_INVALID_TYPESCRIPT_SYNTAX|expected (?:one of|`[;)}]`)|syntax error:|error: ';' expected|class, interface, enum, or record expected/;

export type FailReason = 'assertion' | 'unwritten' | 'syntax' | 'missing_tool';

/** Why a test fails. `isOurs` says whether a module's name or path is part of what is being compiled. */
export function failReason(
  { message }: Pick<TestCase, 'message'>,
  isOurs: (name: string) => boolean,
): FailReason {
  const missing = MISSING_MODULE.exec(message);
  const name = missing?.slice(1).find((group) => group !== undefined);
  if (name !== undefined) return isOurs(name) ? 'unwritten' : 'missing_tool';
  if (UNWRITTEN.some((pattern) => pattern.test(message))) return 'unwritten';
  return SYNTAX.test(message) ? 'syntax' : 'assertion';
}

/** Whether the tests of a module are red as they should be: they run, and fail for want of the code. */
export function redProblems(run: TestRun, isOurs: (name: string) => boolean): string[] {
  if (run.outcome === 'passed') return ['all tests pass before the code is written: they check nothing new'];
  const wrong = run.cases
    .filter(({ passed }) => !passed)
    .map((one) => ({ one, why: failReason(one, isOurs) }));
  return wrong.flatMap(({ one, why }) => {
    if (why === 'syntax') return [`${one.name} cannot be read by its language: ${firstLine(one.message)}`];
    if (why === 'missing_tool') return [`${one.name} imports what is not there: ${firstLine(one.message)}`];
    return [];
  });
}

function firstLine(text: string): string {
  return (text.split('\n').find((line) => line.trim() !== '') ?? '').trim().slice(0, 300);
}
