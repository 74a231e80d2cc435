// Incremental targets of a generated repository. `AUTODEV_BENCH_MODULES=2000 npm run bench -- status` for the full size.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/host/clock.ts';
import { statusMemory } from '../src/spec/status/memory.ts';
import { specStatus } from '../src/spec/status/status.ts';
import { HistoryWriter, seeded } from '../test/support/git-history.ts';
import { testHost } from '../test/support/host.ts';
import { measure, report, type Goal } from './measure.ts';

const FILES = ['CLAUDE.md', 'IMPLEMENTS.md', 'index.ts', 'types.ts', 'index.test.ts'];
const COMMITS_PER_MODULE = 19;
/** The naive way takes minutes: this many folders stand for all. */
const SAMPLE = 40;

export async function run(): Promise<boolean> {
  const modules = Number(process.env['AUTODEV_BENCH_MODULES'] ?? 1_000);
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'autodev-bench-')));
  const cache = mkdtempSync(join(tmpdir(), 'autodev-bench-'));
  try {
    const dirs = generate(root, modules);
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] });
    const host = testHost();
    const memory = statusMemory(cache, root);
    // Files written just now are not trusted yet.
    await systemClock.sleep(300);
    await specStatus(host, root, memory);
    const [cold] = await measure(
      [{ name: 'ours, cold', as: 'ours', run: async () => void (await specStatus(host, root, undefined)) }],
      3,
    );
    const sample = dirs.filter((_, at) => at % Math.max(1, Math.floor(modules / SAMPLE)) === 0);
    const [naive] = await measure(
      [
        {
          name: `git log -1 per folder (${sample.length} of ${modules}, scaled)`,
          as: 'peer',
          run: () => {
            for (const dir of sample)
              git('log', '-1', '--format=%ct', '--', `${dir}/index.ts`, `${dir}/types.ts`);
          },
        },
      ],
      2,
    );
    const quick = await measure(
      [
        { name: 'git ls-files -s', as: 'floor', run: () => void git('ls-files', '-s') },
        { name: 'ours, warm', as: 'ours', run: async () => void (await specStatus(host, root, memory)) },
      ],
      30,
    );
    if (cold === undefined || naive === undefined) return false;
    const scale = modules / sample.length;
    const all = { ...naive, bestMs: naive.bestMs * scale, medianMs: naive.medianMs * scale };
    const [floor, warm] = quick;
    const faster = all.bestMs / cold.bestMs;
    const slower = (warm?.bestMs ?? NaN) / (floor?.bestMs ?? NaN);
    const goals: Goal[] = [
      { text: 'cold ≥ 35 × the naive way', met: faster >= 35, measured: `${faster.toFixed(0)} ×` },
      { text: 'warm ≤ 3 × git ls-files -s', met: slower <= 3, measured: `${slower.toFixed(2)} ×` },
    ];
    return report(
      `incremental targets, ${modules} modules, ${modules * COMMITS_PER_MODULE} commits`,
      [...quick, all, cold],
      goals,
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
    rmSync(cache, { recursive: true, force: true });
  }
}

function generate(root: string, modules: number): string[] {
  const random = seeded(38_000);
  const dirs = Array.from({ length: modules }, (_, at) => `src/g${at % 40}/m${at}`);
  const writer = new HistoryWriter();
  const first = dirs.flatMap((dir) =>
    FILES.map((name): [string, string] => [`${dir}/${name}`, `${dir} ${name}`]),
  );
  writer.change('main', new Map(first), 1_500_000_000);
  for (let commit = 1; commit < modules * COMMITS_PER_MODULE; commit += 1) {
    const dir = dirs[random.below(modules)] ?? '';
    const name = FILES[random.below(FILES.length)] ?? '';
    writer.change('main', new Map([[`${dir}/${name}`, `${commit}`]]), 1_500_000_000 + commit * 60);
  }
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: root });
  writer.importInto(root);
  return dirs;
}
