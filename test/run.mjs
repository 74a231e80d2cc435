// Runs the tests: unit tests in one process, end-to-end files in a process group each; one summary line for both.
//   npm test                     everything
//   npm test -- src/spec         only test files whose path contains one of the words
//   npm test -- --unit | --e2e   one of the two suites
import { spawn } from 'node:child_process';
import { closeSync, globSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const only = process.argv.includes('--unit') ? 'unit' : process.argv.includes('--e2e') ? 'e2e' : undefined;

const wanted = (path) => words.length === 0 || words.some((word) => path.includes(word));
const find = (...patterns) => globSync(patterns, { cwd: root }).filter(wanted).sort();

const MINUTE = 60_000;
/** What a test run may take in all: CI ends a longer one without a word of what went wrong. */
const WHOLE_RUN = 75 * MINUTE;
const ONE_TEST = 8 * MINUTE;
const ONE_FILE = 12 * MINUTE;
const UNIT_TESTS = 25 * MINUTE;
const CORES = 2;
/** So many red files are run once more, alone, and named as unsteady when they are green then. More are simply red. */
const MOST_AGAIN = 3;
/** Begun first, so that at the end no core waits for one long file. */
const LONG = [
  'crash.test',
  'mutations',
  'agents-gemini',
  'agents-claude',
  'daemon-commands',
  'loop-crash',
  'gate-hidden',
];

const started = Date.now();

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
  // Half the work of a short command is reading the program: all of a run share what was compiled once.
  env.NODE_COMPILE_CACHE = join(folder, 'compiled');
  return env;
}

/**
 * Test files in one process, in a group of its own. Only its exit is waited for: a child that it leaves behind holds
 * its output open, and node's own runner then waits for ever. `output` is a file, or undefined to show it at once.
 */
function runTests(files, limit, counts, output) {
  const args = [
    '--test',
    '--no-warnings',
    '--test-isolation=none',
    `--test-timeout=${ONE_TEST}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${counts}`,
    ...files,
  ];
  const stdio = output === undefined ? 'inherit' : ['ignore', output, output];
  const child = spawn(process.execPath, args, { cwd: root, stdio, env: environment(), detached: true });
  running.add(child);
  return new Promise((resolve) => {
    let late = false;
    const timer = setTimeout(
      () => {
        late = true;
        endGroup(child);
      },
      Math.max(1, Math.min(limit, started + WHOLE_RUN - Date.now())),
    );
    child.on('exit', (code) => {
      clearTimeout(timer);
      endGroup(child);
      running.delete(child);
      resolve({ ...readCounts(counts, code), late });
    });
  });
}

const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    for (const child of running) endGroup(child);
    process.exit(130);
  });

function endGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {}
}

function readCounts(file, code) {
  let tap = '';
  try {
    tap = readFileSync(file, 'utf8');
  } catch {}
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(tap)?.[1] ?? 0);
  const failed = count('fail') + count('cancelled');
  return {
    passed: count('pass'),
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: count('skipped'),
  };
}

const total = { passed: 0, failed: 0, skipped: 0 };
function add(name, done) {
  total.passed += done.passed;
  total.failed += done.failed;
  total.skipped += done.skipped;
  if (done.late) console.log(`✖ ${name} did not end within its time and was ended`);
  if (done.failed > 0) red.push(name);
}
const red = [];
const unsteady = [];

async function runUnit(folder) {
  const files = find('src/**/*.test.ts', 'test/*.test.ts', 'test/support/**/*.test.ts', 'bench/**/*.test.ts');
  if (files.length > 0) add('unit tests', await runTests(files, UNIT_TESTS, join(folder, 'unit.tap')));
}

async function runEndToEnd(folder) {
  const files = find('test/e2e/**/*.test.ts', 'test/attacks/**/*.test.ts', 'test/sim/**/*.test.ts');
  const rank = (path) => LONG.findIndex((part) => path.includes(part));
  const waiting = files.sort((a, b) => (rank(b) >= 0) - (rank(a) >= 0) || rank(a) - rank(b));
  const again = new Map();
  const worker = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const done = await runFile(folder, file);
      if (done.failed > 0 && !done.late) again.set(file, done);
      else add(file, done);
    }
  };
  await Promise.all(Array.from({ length: CORES }, worker));
  for (const [file, first] of again) {
    const done = again.size <= MOST_AGAIN ? await runFile(folder, file) : first;
    if (done.failed === 0) unsteady.push(file);
    add(file, done);
  }
}

async function runFile(folder, file) {
  const name = join(folder, `${basename(dirname(file))}-${basename(file)}`);
  const output = openSync(`${name}.out`, 'w');
  const begun = Date.now();
  const done = await runTests([file], ONE_FILE, `${name}.tap`, output);
  closeSync(output);
  console.log(`== ${file} (${Math.round((Date.now() - begun) / 1000)} s)`);
  process.stdout.write(readFileSync(`${name}.out`));
  return done;
}

const folder = mkdtempSync(join(tmpdir(), 'autodev-test-'));
try {
  if (only !== 'e2e') await runUnit(folder);
  if (only !== 'unit') await runEndToEnd(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (unsteady.length > 0) console.log(`unsteady, red beside others and green alone: ${unsteady.join(', ')}`);
if (red.length > 0) console.log(`red: ${red.join(', ')}`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
