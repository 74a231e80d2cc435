import type { DayFacts } from '../report/daily-report.ts';
import type { DayMaterial } from './material.ts';
import { taskName } from './task-name.ts';

/** So far from the mean, in standard deviations, is unusual. */
const UNUSUAL = 3;

/** Sessions that used a tool far more often than sessions of this repository usually do. */
export function toolOutliersOf({ sessions, usual }: DayMaterial): DayFacts['tool_outliers'] {
  return sessions
    .flatMap(({ id, work, tools }) =>
      Object.entries(tools).flatMap(([tool, count]) => {
        const { mean, deviation } = spread(usual.map((counts) => counts[tool] ?? 0));
        const z = deviation === 0 ? 0 : (count - mean) / deviation;
        if (z < UNUSUAL) return [];
        return { task: taskName(work), session: id, tool, count, mean: rounded(mean), z: rounded(z) };
      }),
    )
    .sort((a, b) => b.z - a.z || (a.session + a.tool < b.session + b.tool ? -1 : 1));
}

/** Of the whole population, as the index's `repetition` has it. */
function spread(counts: readonly number[]): { mean: number; deviation: number } {
  if (counts.length === 0) return { mean: 0, deviation: 0 };
  const mean = counts.reduce((sum, n) => sum + n, 0) / counts.length;
  const variance = counts.reduce((sum, n) => sum + (n - mean) ** 2, 0) / counts.length;
  return { mean, deviation: Math.sqrt(variance) };
}

const rounded = (n: number): number => Math.round(n * 100) / 100;
