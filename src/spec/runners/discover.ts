import type { Language } from '../language/languages.ts';
import { folderOf } from '../references/canonical.ts';
import { runnerNamed } from './commands.ts';
import type { Runner, RunnerName } from './runner.ts';

type Read = (path: string) => string | undefined;

const OF_LANGUAGE: Readonly<Record<Language, readonly RunnerName[]>> = {
  typescript: ['vitest', 'jest', 'node:test'],
  javascript: ['vitest', 'jest', 'node:test'],
  python: ['pytest', 'unittest'],
  go: ['go test'],
  rust: ['cargo test'],
  java: ['gradle', 'maven'],
  kotlin: ['gradle', 'maven'],
};

/** What the root CLAUDE.md may say: "tests run with vitest", "Test framework: JUnit (Maven)". */
const MENTIONS: Readonly<Record<RunnerName, RegExp>> = {
  vitest: /\bvitest\b/i,
  jest: /\bjest\b/i,
  'node:test': /\bnode:test\b|\bnode --test\b/i,
  pytest: /\bpytest\b/i,
  unittest: /\bunittest\b/i,
  'go test': /\bgo test\b/i,
  'cargo test': /\bcargo test\b/i,
  maven: /\bmaven\b|\bmvn\b/i,
  gradle: /\bgradle\b/i,
};

/**
 * How the tests of a module run: what the root CLAUDE.md names, else what the project is set up for, else the
 * language's own. Undefined: the language has none without a set-up (Java, Kotlin).
 */
export function discoverRunner(dir: string, language: Language, read: Read): Runner | undefined {
  const names = OF_LANGUAGE[language];
  const said = names.filter((name) => MENTIONS[name].test(read('CLAUDE.md') ?? ''));
  const places = above(dir);
  for (const name of said.length > 0 ? said : names) {
    const at = places.find((place) => isSetUp(name, (file) => read(join(place, file))));
    if (at !== undefined) return runnerNamed(name, at === '' ? '.' : at, wrapper(name, at, read));
  }
  const usual = said[0] ?? DEFAULT[language];
  return usual === undefined ? undefined : runnerNamed(usual, '.', undefined);
}

const DEFAULT: Partial<Record<Language, RunnerName>> = {
  typescript: 'node:test',
  javascript: 'node:test',
  python: 'unittest',
  go: 'go test',
  rust: 'cargo test',
};

function isSetUp(name: RunnerName, read: Read): boolean {
  const has = (...files: string[]) => files.some((file) => read(file) !== undefined);
  const packageJson = read('package.json') ?? '';
  switch (name) {
    case 'vitest':
      return (
        has('vitest.config.ts', 'vitest.config.js', 'vitest.config.mjs') || dependsOn(packageJson, 'vitest')
      );
    case 'jest':
      return has('jest.config.js', 'jest.config.ts', 'jest.config.cjs') || dependsOn(packageJson, 'jest');
    case 'node:test':
      return packageJson !== '';
    case 'pytest':
      return (
        has('pytest.ini', 'conftest.py') ||
        ['pyproject.toml', 'setup.cfg', 'tox.ini', 'requirements.txt', 'requirements-dev.txt'].some((file) =>
          /\bpytest\b/.test(read(file) ?? ''),
        )
      );
    case 'unittest':
      return false;
    case 'go test':
      return has('go.mod');
    case 'cargo test':
      return has('Cargo.toml');
    case 'maven':
      return has('pom.xml');
    case 'gradle':
      return has('build.gradle', 'build.gradle.kts');
  }
  return name satisfies never;
}

function dependsOn(packageJson: string, name: string): boolean {
  try {
    const { dependencies, devDependencies, scripts } = JSON.parse(packageJson) as Record<string, unknown>;
    const lists = [dependencies, devDependencies].map((list) => Object.keys(list ?? {}));
    const test = (scripts as Record<string, unknown> | undefined)?.['test'];
    return (
      lists.flat().includes(name) || (typeof test === 'string' && new RegExp(`\\b${name}\\b`).test(test))
    );
  } catch {
    return false;
  }
}

function wrapper(name: RunnerName, at: string, read: Read): string | undefined {
  const file = name === 'gradle' ? 'gradlew' : name === 'maven' ? 'mvnw' : undefined;
  return file !== undefined && read(join(at, file)) !== undefined ? `./${file}` : undefined;
}

function above(dir: string): string[] {
  const places = [];
  for (let at = dir === '.' ? '' : dir; ; at = folderOf(at)) {
    places.push(at);
    if (at === '') return places;
  }
}

function join(dir: string, file: string): string {
  return dir === '' ? file : `${dir}/${file}`;
}
