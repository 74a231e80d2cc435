// Runs the tests: unit tests in one process, end-to-end tests isolated, one summary line for both.
//   npm test                     everything
//   npm test -- src/spec         only test files whose path contains one of the words
//   npm test -- --unit | --e2e   one of the two suites
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const only = process.argv.includes('--unit') ? 'unit' : process.argv.includes('--e2e') ? 'e2e' : undefined;

const wanted = (path) => words.length === 0 || words.some((word) => path.includes(word));
const find = (...patterns) => globSync(patterns, { cwd: root }).filter(wanted).sort();

const SUITES = [
  {
    name: 'unit',
    files: find('src/**/*.test.ts', 'test/*.test.ts', 'test/support/**/*.test.ts', 'bench/**/*.test.ts'),
    args: ['--test-isolation=none'],
  },
  {
    name: 'e2e',
    files: find('test/e2e/**/*.test.ts', 'test/attacks/**/*.test.ts', 'test/sim/**/*.test.ts'),
    args: ['--test-concurrency=2'],
  },
].filter((suite) => only === undefined || suite.name === only);

/** Nothing of this machine's logins and keys reaches a test. */
function environment() {
  const kept = [
    'PATH',
    'HOME',
    'LANG',
    'LC_ALL',
    'TMPDIR',
    'TERM',
    'CI',
    'TZ',
    'USER',
    'NODE_EXTRA_CA_CERTS',
    'SSL_CERT_FILE',
  ];
  const env = Object.fromEntries(
    kept.filter((name) => process.env[name] !== undefined).map((name) => [name, process.env[name]]),
  );
  for (const name of Object.keys(process.env))
    if (name.startsWith('AUTODEV_TEST_')) env[name] = process.env[name];
  env.PATH = `${join(root, 'node_modules', '.bin')}:${env.PATH ?? ''}`;
  return env;
}

function run(suite, folder) {
  const counts = join(folder, `${suite.name}.tap`);
  const args = [
    '--test',
    '--no-warnings',
    ...suite.args,
    '--test-timeout=600000',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${counts}`,
    ...suite.files,
  ];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: environment() });
    child.on('exit', (code) => {
      let tap = '';
      try {
        tap = readFileSync(counts, 'utf8');
      } catch {}
      const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(tap)?.[1] ?? 0);
      const failed = count('fail') + count('cancelled');
      resolve({
        code,
        passed: count('pass'),
        failed: code !== 0 && failed === 0 ? 1 : failed,
        skipped: count('skipped'),
      });
    });
  });
}

const folder = mkdtempSync(join(tmpdir(), 'autodev-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };
try {
  for (const suite of SUITES) {
    if (suite.files.length === 0) continue;
    const done = await run(suite, folder);
    total.passed += done.passed;
    total.failed += done.failed;
    total.skipped += done.skipped;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
