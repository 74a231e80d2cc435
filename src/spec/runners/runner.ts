import type { Language } from '../language/languages.ts';

export const RUNNERS = [
  'node:test',
  'vitest',
  'jest',
  'pytest',
  'unittest',
  'go test',
  'cargo test',
  'maven',
  'gradle',
] as const;
export type RunnerName = (typeof RUNNERS)[number];

/** How a project runs its tests. */
export interface Runner {
  name: RunnerName;
  /** The folder it is started in, from the project's root; `.` is the root. */
  cwd: string;
  /** What test files and tests are called, in words for who writes them. */
  names: { files: string; tests: string };
  /** Where a new test file of this module belongs. */
  testFile(dir: string, stem: string, language: Language): string;
  /** The command for the given test files (paths from the root). */
  command(files: readonly string[]): string[];
  /** Ends with 0 when the runner is there at all. */
  probe: readonly string[];
  /** Where it leaves its report, from `cwd`; absent: on standard output. `*` stands for any name. */
  report?: string;
}

/** One test as its runner reports it. */
export interface TestCase {
  name: string;
  file: string | null;
  passed: boolean;
  /** Why it failed, as printed. */
  message: string;
}

/** What a run of the tests came to. */
export interface TestRun {
  /** `environment`: the runner itself did not work, which says nothing about the code. */
  outcome: 'passed' | 'failed' | 'environment';
  total: number;
  passed: number;
  failed: number;
  cases: TestCase[];
  /** The end of the output, or why the runner could not start. */
  output: string;
}
