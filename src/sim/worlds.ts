import { cores } from '../host/machine.ts';
import { answersOf } from '../host/process/threads.ts';
import { seededChooser } from './chooser.ts';
import type { Mode } from './plan.ts';
import { runWorld, type Ran, type RunOptions } from './run.ts';

export interface SeededWorld {
  seed: number;
  mode: Mode;
  steps: number;
}

/** What is told of a world that ran elsewhere. */
export interface SeenWorld extends Pick<Ran, 'merged' | 'violations' | 'choices'> {
  seed: number;
}

/** Below this a thread costs more than it saves: each loads the program for itself. */
const WORTH_A_THREAD = 40;
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? 'world-thread.ts' : 'world-thread.js',
  import.meta.url,
);

/** Worlds in the order of their seeds; many of them on every core. A world is the same wherever it runs. */
export async function* manyWorlds(
  { seed: first, runs }: { seed: number; runs: number },
  options: RunOptions,
  onRun?: (seed: number, ran: Ran) => void,
): AsyncGenerator<SeenWorld, void, undefined> {
  const { mode, steps, invariants } = options;
  if (runs >= WORTH_A_THREAD && cores() > 1 && invariants === undefined && onRun === undefined) {
    const at = (index: number): SeededWorld => ({ seed: first + index, mode, steps });
    yield* answersOf<SeededWorld, SeenWorld>(THREAD, { count: runs, at }, cores());
    return;
  }
  for (let seed = first; seed < first + runs; seed += 1) {
    const ran = await runWorld(seededChooser(seed), options);
    onRun?.(seed, ran);
    yield { seed, ...ran };
  }
}
