import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goalCommands, type ProjectFacts } from './goals.ts';

const commands = (facts: Partial<ProjectFacts>): Record<string, string> => {
  const nothing = { names: [], bin: [], configured: {}, custom: [] };
  const rest = { packageJson: undefined, pythonConfig: undefined, makefile: undefined };
  const found = goalCommands({ ...nothing, ...rest, ...facts });
  return Object.fromEntries(
    found.flatMap(({ goal, argv }) => (argv === undefined ? [] : [[goal, argv.join(' ')]])),
  );
};
const packageJson = (scripts: Record<string, string>, devDependencies: Record<string, string> = {}) =>
  JSON.stringify({ scripts, devDependencies });

describe('one command per goal', () => {
  const npm = 'npm run --silent';
  const rows: [string, Partial<ProjectFacts>, Record<string, string>][] = [
    ['nothing is known: all are skipped', {}, {}],
    [
      'scripts so named',
      { packageJson: packageJson({ lint: 'a', test: 'b', build: 'c', 'type-check': 'd', start: 'e' }) },
      {
        lint: `${npm} lint`,
        test: `${npm} test`,
        build: `${npm} build`,
        typecheck: `${npm} type-check`,
      },
    ],
    [
      "npm's placeholder is no test",
      { packageJson: packageJson({ test: 'echo "Error: no test specified" && exit 1' }) },
      {},
    ],
    ['package.json that is none', { packageJson: '{' }, {}],
    ['make', { makefile: 'CC := cc\ntest: all\n\ttrue\nbuild := x\n' }, { test: 'make -s test' }],
    [
      'what is configured comes before scripts, scripts before make, make before tools',
      {
        configured: { lint: ['own'] },
        packageJson: packageJson({ lint: 'a', test: 'b' }, { jest: '1', eslint: '1', typescript: '1' }),
        makefile: 'lint:\ntest:\nbuild:\n',
        names: ['jest.config.js', 'eslint.config.js', 'tsconfig.json'],
      },
      {
        lint: 'own',
        test: `${npm} test`,
        build: 'make -s build',
        typecheck: 'npx --no-install tsc --noEmit',
      },
    ],
    ['eslint', { names: ['.eslintrc.json'], bin: ['eslint'] }, { lint: 'npx --no-install eslint .' }],
    ['eslint that is not installed', { names: ['.eslintrc.json'] }, {}],
    ['vitest', { names: ['vitest.config.ts'] }, { test: 'npx --no-install vitest run' }],
    ['jest', { packageJson: packageJson({}, { jest: '29' }) }, { test: 'npx --no-install jest' }],
    [
      'Python in pyproject.toml',
      { pythonConfig: '[tool.ruff]\n[tool.pytest.ini_options]\n[tool.mypy]\n' },
      { lint: 'ruff check .', test: 'pytest -q', typecheck: 'mypy .' },
    ],
    [
      'Python in setup.cfg',
      { pythonConfig: '[tool:pytest]\n[mypy]\n' },
      { test: 'pytest -q', typecheck: 'mypy .' },
    ],
    ['Python in tox.ini', { pythonConfig: '[tox]\nenvlist = py\n[pytest]\n' }, { test: 'pytest -q' }],
    [
      'Python in files of their own',
      { names: ['ruff.toml', 'conftest.py', 'mypy.ini'] },
      { lint: 'ruff check .', test: 'pytest -q', typecheck: 'mypy .' },
    ],
    ['a plugin of pytest is not pytest', { pythonConfig: '[tool.pytest-asyncio]\n[mypy-numpy]\n' }, {}],
    [
      'cargo, without a network',
      { names: ['Cargo.toml'] },
      { test: 'cargo test --offline -q', build: 'cargo build --offline -q' },
    ],
    ['go', { names: ['go.mod'] }, { lint: 'go vet ./...', test: 'go test ./...', build: 'go build ./...' }],
    ['mvn', { names: ['pom.xml'] }, { test: 'mvn -q -o test', build: 'mvn -q -o compile' }],
    [
      'checks and --custom are custom goals',
      { custom: [['a', 'b'], ['c']] },
      { custom: 'a b', 'custom-2': 'c' },
    ],
  ];
  for (const [name, facts, expected] of rows) test(name, () => assert.deepEqual(commands(facts), expected));
  test('none of them mends or installs anything', () => {
    const words = rows.flatMap(([, facts]) => Object.values(commands(facts)).join(' ').split(' '));
    for (const word of ['--fix', 'install', 'ci', 'add']) assert.ok(!words.includes(word), word);
  });
});
