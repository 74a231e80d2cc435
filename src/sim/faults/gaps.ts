import type { Chooser } from '../chooser.ts';

/** How many calls go well until something happens; the first means that nothing ever does. */
const GAPS = [Infinity, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597] as const;

/** Counts calls, and says at which of them something happens. Each time the next one is chosen. */
export function countdown(chooser: Chooser, stream: string, odds: number): () => boolean {
  let left = GAPS[chooser.choose(stream, GAPS.length, odds)] ?? Infinity;
  return () => {
    left -= 1;
    if (left > 0) return false;
    left = GAPS[chooser.choose(stream, GAPS.length, odds)] ?? Infinity;
    return true;
  };
}
