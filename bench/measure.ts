/** Side-by-side measuring: ratios within one run say something, absolute times on a shared machine do not. */
export interface Contender {
  name: string;
  /** What it is measured for: the least possible, the way others do it, or ours. */
  as: 'floor' | 'peer' | 'ours';
  run: () => void | Promise<void>;
}

export interface Measured {
  name: string;
  as: Contender['as'];
  bestMs: number;
  medianMs: number;
}

/** Interleaved rounds, so that a slow moment of the machine hits all contenders alike. */
export async function measure(contenders: readonly Contender[], rounds: number): Promise<Measured[]> {
  const times = contenders.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, contender] of contenders.entries()) {
      const start = performance.now();
      await contender.run();
      times[at]?.push(performance.now() - start);
    }
  }
  return contenders.map(({ name, as }, at) => {
    const sorted = [...(times[at] ?? [])].sort((a, b) => a - b);
    return { name, as, bestMs: sorted[0] ?? NaN, medianMs: sorted[Math.floor(sorted.length / 2)] ?? NaN };
  });
}

export interface Goal {
  /** For example `ours ≤ 1.2 × node -e 0`. */
  text: string;
  met: boolean;
  measured: string;
}

export interface Job {
  job: string;
  measured: readonly Measured[];
  goals: readonly Goal[];
}

/** What was reported in this process, for `--report`. */
export const REPORTED: Job[] = [];

/** Prints one job's table: best times, ratios to the floor, goals. */
export function report(job: string, measured: readonly Measured[], goals: readonly Goal[]): boolean {
  REPORTED.push({ job, measured, goals });
  const base = measured.find((m) => m.as === 'floor') ?? measured[0];
  console.log(`\n== ${job}`);
  for (const m of measured) {
    const ratio = base === undefined ? 1 : m.bestMs / base.bestMs;
    console.log(
      `  ${m.as.padEnd(5)} ${m.name.padEnd(44)} best ${m.bestMs.toFixed(2).padStart(10)} ms   median ${m.medianMs.toFixed(2).padStart(10)} ms   ${ratio.toFixed(2)}×`,
    );
  }
  for (const goal of goals) console.log(`  ${goal.met ? 'met   ' : 'MISSED'} ${goal.text}: ${goal.measured}`);
  return goals.every((goal) => goal.met);
}
