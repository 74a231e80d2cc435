import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { statusMarks, writeStatusCopy } from '../src/api/control/status-copy.ts';
import { PLAIN, statusText } from '../src/render/status-text.ts';
import type { Status } from '../src/api/status.ts';
import { measure, report } from './measure.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const GOAL = 1.35;
const ROUNDS = 40;

/** A daemon with a hundred repositories and something in every queue. */
const STATUS: Status = {
  schema_version: 1,
  daemon: {
    state: 'running',
    version: '0.0.0',
    pid: process.pid,
    started_at: '2026-01-15T12:00:00.000Z',
    uptime_secs: 4_000,
    home: '/home/somebody/.autodev',
    paused: false,
    config_refused: null,
  },
  queue: { issue: { Pending: 12, Analyzing: 1 }, pr: { Reviewing: 2 }, merge: { Pending: 1 } },
  running: 3,
  waiting: 4,
  interrupted: 0,
  resting: [],
  not_in_force: [],
  questions: 1,
  pending_commands: 0,
  labels: { 'autodev:wip': 0, 'autodev:done': 0, 'autodev:skip': 0 },
  costs: { today_usd: 12.5, per_day_usd: 100 },
  repositories: Array.from({ length: 100 }, (_, at) => ({
    name: `org/repository-${at}`,
    enabled: true,
    origin: 'config',
    queued: at % 3,
    running: 0,
    done: at,
    skipped: 1,
    failed: 0,
    cost_today_usd: 0.5,
    last_scan: '2026-01-15T13:00:00.000Z',
    last_error: null,
  })),
  seq: 1,
};

/** `autodev status` against `node -e 0`, on dist/ as it is installed: beside it there is no src/. */
export async function run(): Promise<boolean> {
  if (!existsSync(join(root, 'dist', 'main.js'))) {
    console.error('\n== autodev status: there is no dist/; run npm run build first');
    return false;
  }
  const folder = mkdtempSync(join(tmpdir(), 'autodev-bench-'));
  const home = join(folder, 'home');
  const installed = join(folder, 'installed');
  mkdirSync(home);
  for (const name of ['bin', 'dist', 'package.json'])
    cpSync(join(root, name), join(installed, name), { recursive: true });
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, AUTODEV_HOME: home };
  // As a living daemon keeps it: this process stands in for the daemon's.
  const text = statusText(STATUS, null, PLAIN);
  writeStatusCopy(home, {
    marks: statusMarks(home),
    validUntil: Number.MAX_SAFE_INTEGER,
    text,
    hint: '',
    status: STATUS,
  });
  const node = (...args: string[]) =>
    new Promise<void>((resolve, reject) => {
      const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
      child.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`${args.join(' ')} gave ${code}`)),
      );
    });
  try {
    const measured = await measure(
      [
        { name: 'node -e 0', as: 'floor', run: () => node('-e', '0') },
        {
          name: 'autodev status',
          as: 'ours',
          run: () => node(join(installed, 'bin', 'autodev.mjs'), 'status'),
        },
      ],
      ROUNDS,
    );
    const [floor, ours] = measured;
    const ratio = (ours?.bestMs ?? NaN) / (floor?.bestMs ?? NaN);
    const median = (ours?.medianMs ?? NaN) / (floor?.medianMs ?? NaN);
    return report('autodev status', measured, [
      {
        text: `ours ≤ ${GOAL} × node -e 0`,
        met: ratio <= GOAL,
        measured: `best ${ratio.toFixed(2)}, median ${median.toFixed(2)}`,
      },
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
