import type { Language } from '../language/languages.ts';
import { folderOf } from '../references/canonical.ts';
import type { Runner, RunnerName } from './runner.ts';

const REPORT = '.autodev-test-report.xml';
const SCRIPT_NAMES = { files: '*.test.ts or *.test.js', tests: "test('B1: what it promises', …)" };
const PYTHON_NAMES = { files: 'test_*.py', tests: 'def test_b1_what_it_promises' };
const JAVA_NAMES = {
  files: '*Test.java or *Test.kt below src/test',
  tests: '@Test @DisplayName("B1: what it promises")',
};

const PYTEST = [
  'python3',
  '-m',
  'pytest',
  '-q',
  '-p',
  'no:cacheprovider',
  `--junitxml=${REPORT}`,
  '--rootdir=.',
];

type Parts = Omit<Runner, 'name' | 'cwd'>;

/** A runner as it is started in `cwd`; `wrapper` is the project's own script for it, where it has one. */
export function runnerNamed(name: RunnerName, cwd: string, wrapper: string | undefined): Runner {
  return { name, cwd, ...parts(name, cwd, wrapper) };
}

function parts(name: RunnerName, cwd: string, wrapper: string | undefined): Parts {
  const from = (path: string) => (cwd === '.' ? path : relativeTo(cwd, path));
  switch (name) {
    case 'node:test':
      return {
        probe: ['node', '--version'],
        names: SCRIPT_NAMES,
        testFile: script,
        command: (files) => [
          'node',
          '--test',
          '--test-reporter=junit',
          '--test-reporter-destination=stdout',
          // The JUnit report leaves out why a file could not be loaded.
          '--test-reporter=spec',
          '--test-reporter-destination=stderr',
          ...files.map(from),
        ],
      };
    case 'vitest':
      return {
        probe: ['npx', '--no-install', 'vitest', '--version'],
        names: SCRIPT_NAMES,
        testFile: script,
        command: (files) => ['npx', '--no-install', 'vitest', 'run', '--reporter=junit', ...files.map(from)],
      };
    case 'jest':
      return {
        probe: ['npx', '--no-install', 'jest', '--version'],
        names: SCRIPT_NAMES,
        testFile: script,
        command: (files) => ['npx', '--no-install', 'jest', '--json', '--runTestsByPath', ...files.map(from)],
      };
    case 'pytest':
      return {
        probe: ['python3', '-m', 'pytest', '--version'],
        names: PYTHON_NAMES,
        testFile: python,
        command: (files) => [...PYTEST, ...files.map(from)],
        report: REPORT,
      };
    case 'unittest':
      return {
        probe: ['python3', '--version'],
        names: PYTHON_NAMES,
        testFile: python,
        command: (files) => ['python3', '-m', 'unittest', '-v', ...files.map(from)],
      };
    case 'go test':
      return {
        probe: ['go', 'version'],
        names: { files: '*_test.go', tests: 'func TestB1_WhatItPromises' },
        testFile: (dir, stem) => inFolder(dir, `${stem}_test.go`),
        command: (files) => [
          'go',
          'test',
          '-json',
          ...new Set(files.map((file) => `./${folderOf(from(file))}`)),
        ],
      };
    case 'cargo test':
      return {
        probe: ['cargo', '--version'],
        names: { files: 'tests/*.rs, or #[cfg(test)] mod tests', tests: '#[test] fn b1_what_it_promises' },
        testFile: (_, stem) => inFolder(cwd, `tests/${stem}.rs`),
        command: () => ['cargo', 'test', '--no-fail-fast', '--offline'],
      };
    case 'maven':
      return {
        probe: [wrapper ?? 'mvn', '--version'],
        names: JAVA_NAMES,
        testFile: java,
        command: (files) => [wrapper ?? 'mvn', '-o', '-q', '-B', `-Dtest=${classes(files)}`, 'test'],
        report: 'target/surefire-reports/*.xml',
      };
    case 'gradle':
      return {
        probe: [wrapper ?? 'gradle', '--offline', '--version'],
        names: JAVA_NAMES,
        testFile: java,
        command: (files) => {
          const wanted = files.flatMap((file) => ['--tests', `*${stemOf(file)}`]);
          return [wrapper ?? 'gradle', '--offline', '--console=plain', 'test', ...wanted];
        },
        report: 'build/test-results/test/*.xml',
      };
  }
  return name satisfies never;
}

function script(dir: string, stem: string, language: Language): string {
  return inFolder(dir, `${stem}.test.${language === 'javascript' ? 'js' : 'ts'}`);
}

function python(dir: string, stem: string): string {
  return inFolder(dir, `test_${stem.replace(/\W/g, '_')}.py`);
}

/** Maven's layout mirrors src/main in src/test. */
function java(dir: string, stem: string, language: Language): string {
  const name = `${stem.charAt(0).toUpperCase()}${stem.slice(1)}Test.${language === 'kotlin' ? 'kt' : 'java'}`;
  return inFolder(dir.replace(/(^|\/)src\/main\//, '$1src/test/'), name);
}

function classes(files: readonly string[]): string {
  return files.map(stemOf).join(',');
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
}

function inFolder(dir: string, name: string): string {
  return dir === '.' || dir === '' ? name : `${dir}/${name}`;
}

function relativeTo(cwd: string, path: string): string {
  if (path.startsWith(`${cwd}/`)) return path.slice(cwd.length + 1);
  return `${'../'.repeat(cwd.split('/').length)}${path}`;
}
