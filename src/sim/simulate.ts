import { choicesText } from './choices-text.ts';
import { repeatingChooser, type Choices } from './chooser.ts';
import type { Invariant, Violation } from './invariants/invariant.ts';
import type { Mode } from './plan.ts';
import { runWorld, type Ran } from './run.ts';
import { shrink } from './shrink.ts';
import { story } from './story.ts';
import { manyWorlds } from './worlds.ts';

export interface Simulation {
  mode: Mode;
  seed: number;
  runs: number;
  steps: number;
  invariants?: readonly Invariant[];
  /** Told of every run. */
  onRun?: (seed: number, ran: Ran) => void;
  signal?: AbortSignal;
}

export interface Failure {
  seed: number;
  violation: Violation;
  story: string[];
  /** The shrunk choices, for `--choices`. */
  choices: string;
}

export interface Simulated {
  runs: number;
  merged: number;
  failure: Failure | undefined;
}

/** Many worlds, one after the other, until an invariant breaks; that one is made as plain as it gets. */
export async function simulate(simulation: Simulation): Promise<Simulated> {
  const { mode, seed, runs, steps, invariants } = simulation;
  const options = { mode, steps, ...(invariants === undefined ? {} : { invariants }) };
  let merged = 0;
  let ended = 0;
  for await (const ran of manyWorlds({ seed, runs }, options, simulation.onRun)) {
    ended += 1;
    merged += ran.merged;
    const [violation] = ran.violations;
    if (violation !== undefined)
      return { runs: ended, merged, failure: await explain(ran.seed, ran.choices, violation, options) };
    if (simulation.signal?.aborted === true) break;
  }
  return { runs: ended, merged, failure: undefined };
}

async function explain(
  seed: number,
  failing: Choices,
  { invariant }: Violation,
  options: Parameters<typeof runWorld>[1],
): Promise<Failure> {
  const breaks = ({ violations }: Ran) => violations.find((each) => each.invariant === invariant);
  const choices = await shrink(failing, async (tried) => {
    const ran = await runWorld(repeatingChooser(tried), options);
    return { fails: breaks(ran) !== undefined, steps: ran.steps };
  });
  const ran = await runWorld(repeatingChooser(choices), options);
  const violation = breaks(ran) ?? { invariant, what: 'it does not break any more' };
  return { seed, violation, story: story(ran.trace, violation), choices: choicesText(choices) };
}
