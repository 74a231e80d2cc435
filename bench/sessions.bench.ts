// AUTODEV_BENCH_MB=1000 AUTODEV_BENCH_FILES=5000 npm run bench -- sessions    the sizes of performance.md
// npm run bench -- sessions                                                  a smaller run of some seconds
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateIndex } from '../src/sessions/index/update.ts';
import { rootsAt } from '../src/sessions/locate/roots.ts';
import { slugOf } from '../src/sessions/locate/slug.ts';
import { PERSPECTIVES } from '../src/sessions/perspectives/all.ts';
import { askIndex, prepareQuestion } from '../src/sessions/query/ask.ts';
import { workOut } from '../src/sessions/query/work-out.ts';
import { seeded } from '../test/support/seeded.ts';
import { transcriptWriter } from '../test/support/transcripts.ts';
import { measure, report, type Contender, type Goal, type Measured } from './measure.ts';
import { buildInto } from './sessions-built.ts';
import { ccusageBinary, runCcusage } from './sessions-ccusage.ts';

const MEGABYTES = Number(process.env['AUTODEV_BENCH_MB'] ?? 200);
const FILES = Number(process.env['AUTODEV_BENCH_FILES'] ?? MEGABYTES * 5);
const ROUNDS = Number(process.env['AUTODEV_BENCH_ROUNDS'] ?? 3);
const PROJECTS = 50;

export async function run(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'autodev-bench-'));
  try {
    const claude = join(folder, 'claude');
    const paths = generate(claude);
    const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
    console.log(`${paths.length} transcripts, ${Math.round(bytes / 1e6)} MB`);
    const cold = await coldIndex(folder, claude, paths);
    const unchanged = await nothingChanged(folder, claude);
    const queries = await everyQuestion(folder, claude);
    return cold && unchanged && queries;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function generate(claude: string): string[] {
  const random = seeded(1);
  const write = transcriptWriter(1);
  return Array.from({ length: FILES }, (_, n) => {
    const cwd = `/home/dev/project-${n % PROJECTS}`;
    const session = random.uuid();
    const size = (MEGABYTES * 1e6 * (0.4 + 1.2 * random.fraction())) / FILES;
    const startMs = Date.UTC(2026, 0, 1) + n * 37 * 60_000;
    const lines = write({ cwd, session, bytes: size, startMs, marked: n % 3 === 0 });
    const path = join(claude, 'projects', slugOf(cwd), `${session}.jsonl`);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  });
}

/** Each in a process of its own, compiled as it is published, from nothing to a finished file. */
async function coldIndex(folder: string, claude: string, paths: readonly string[]): Promise<boolean> {
  const index = join(folder, 'cold.db');
  let peak = 0;
  const ccusage = ccusageBinary(join(folder, 'ccusage'));
  const built = buildInto(join(folder, 'built'));
  const listing = join(folder, 'listing.json');
  writeFileSync(listing, JSON.stringify(paths));
  const contenders: Contender[] = [
    { name: 'read every byte (cat)', as: 'floor', run: () => readAllBytes(paths) },
    {
      name: 'readline + JSON.parse into SQLite',
      as: 'peer',
      run: () => {
        removeIndex(join(folder, 'naive.db'));
        inProcess(built.naive, join(folder, 'naive.db'), listing);
      },
    },
    {
      name: 'ours into SQLite',
      as: 'ours',
      run: () => {
        removeIndex(index);
        peak = Math.max(peak, inProcess(built.ours, claude, index));
      },
    },
  ];
  if ('path' in ccusage)
    contenders.push({
      name: 'ccusage, native',
      as: 'peer',
      run: () => runCcusage(ccusage.path, claude, folder),
    });
  else console.log(`  ccusage is left out: ${ccusage.missing}`);
  const measured = await measure(contenders, ROUNDS);
  const ours = timeOf(measured, 'ours into SQLite');
  const naive = timeOf(measured, 'readline + JSON.parse into SQLite') / ours;
  const goals: Goal[] = [
    { text: 'ours ≥ 8 × readline + JSON.parse', met: naive >= 8, measured: `${naive.toFixed(1)} ×` },
    { text: 'memory ≤ 300 MB', met: peak <= 300e6, measured: `${Math.round(peak / 1e6)} MB` },
  ];
  if ('path' in ccusage) {
    const faster = timeOf(measured, 'ccusage, native') / ours;
    goals.push({
      text: 'ours ≥ 1.5 × ccusage native',
      met: faster >= 1.5,
      measured: `${faster.toFixed(1)} ×`,
    });
  }
  return report('transcripts → index, cold', measured, goals);
}

function readAllBytes(paths: readonly string[]): void {
  for (let at = 0; at < paths.length; at += 500)
    execFileSync('cat', paths.slice(at, at + 500), { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Runs a module in a new process; returns its peak memory in bytes. */
function inProcess(script: string, ...words: string[]): number {
  const out = execFileSync(process.execPath, ['--no-warnings', script, ...words], { encoding: 'utf8' });
  return Number(out) * 1024;
}

function removeIndex(path: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
}

async function nothingChanged(folder: string, claude: string): Promise<boolean> {
  const path = join(folder, 'warm.db');
  const update = () => updateIndex({ roots: rootsAt(claude), path, tag: 'bench' });
  await update();
  const measured = await measure(
    [
      { name: 'stat walk', as: 'floor', run: () => statWalk(join(claude, 'projects')) },
      {
        name: 'ours, nothing changed',
        as: 'ours',
        run: async () => {
          await update();
        },
      },
    ],
    ROUNDS * 5,
  );
  const ratio = timeOf(measured, 'ours, nothing changed') / timeOf(measured, 'stat walk');
  return report('the same, nothing changed', measured, [
    { text: 'ours ≤ 2 × stat walk', met: ratio <= 2, measured: `${ratio.toFixed(2)} ×` },
  ]);
}

function statWalk(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) statWalk(join(folder, entry.name));
    else statSync(join(folder, entry.name));
  }
}

const PARAMS: Readonly<Record<string, string[]>> = {
  transitions: ['tool=Bash:test'],
  prompts: ['search=로그인'],
  'filtered-sessions': ['prompt_pattern=[autodev]'],
};

/** None, the seed's, and one that keeps every session. */
const FILTERS: Readonly<Record<string, string | undefined>> = {
  '': undefined,
  ', filtered': "first_prompt_snippet LIKE '[autodev]%'",
  ', filtered broadly': 'prompt_count > 0',
};

async function everyQuestion(folder: string, claude: string): Promise<boolean> {
  const path = join(folder, 'warm.db');
  await updateIndex({ roots: rootsAt(claude), path, tag: 'bench' });
  const start = performance.now();
  workOut(path, 'session_links prompt_search');
  console.log(
    `
  links and full text are worked out on the first question about them: ${Math.round(performance.now() - start)} ms`,
  );
  const contenders = PERSPECTIVES.flatMap(({ name }) =>
    Object.entries(FILTERS).map(([kind, filter]): Contender => ({
      name: `${name}${kind}`,
      as: 'ours',
      run: () =>
        void askIndex(path, prepareQuestion({ perspective: name, params: PARAMS[name] ?? [], filter })),
    })),
  );
  const measured = await measure(contenders, ROUNDS * 3);
  const slowest = measured.reduce((a, b) => (a.bestMs > b.bestMs ? a : b));
  return report('perspective queries', measured, [
    {
      text: 'each ≤ 10 ms',
      met: slowest.bestMs <= 10,
      measured: `slowest ${slowest.name}, ${slowest.bestMs.toFixed(1)} ms`,
    },
  ]);
}

function timeOf(measured: readonly Measured[], name: string): number {
  return measured.find((m) => m.name === name)?.bestMs ?? Number.NaN;
}
