import { join } from 'node:path';
import type * as Text from '../../../src/sim/choices-text.ts';
import type * as Chooser from '../../../src/sim/chooser.ts';
import type { Choices } from '../../../src/sim/chooser.ts';
import type * as Check from '../../../src/sim/invariants/check.ts';
import type * as Run from '../../../src/sim/run.ts';
import type * as Simulate from '../../../src/sim/simulate.ts';

/**
 * In a process of its own: lets the simulator of a copy look for the bug that is planted there, then looks at what it
 * found once more without the invariant that it breaks.
 */
const [copy = '', mode = 'safety', invariant = '', runs = '1', how = 'shrunk'] = process.argv.slice(2);

const load = async <T>(file: string) => (await import(join(copy, 'src/sim', file))) as T;
const { simulate } = await load<typeof Simulate>('simulate.ts');
const { runWorld } = await load<typeof Run>('run.ts');
const { INVARIANTS } = await load<typeof Check>('invariants/check.ts');
const { repeatingChooser, seededChooser } = await load<typeof Chooser>('chooser.ts');
const { parseChoices } = await load<typeof Text>('choices-text.ts');

const STEPS = 20_000;
const options = { mode: mode === 'liveness' ? 'liveness' : 'safety', steps: STEPS } as const;
const without = INVARIANTS.filter(({ name }) => name !== invariant);

interface Found {
  runs: number;
  invariant?: string;
  story: string[];
  choices?: Choices;
}

/** The first world that breaks, made as plain as it gets. */
async function shrunk(): Promise<Found> {
  const { failure, runs: ran } = await simulate({ ...options, seed: 1, runs: Number(runs) });
  if (failure === undefined) return { runs: ran, story: [] };
  const { story, violation } = failure;
  return { runs: ran, invariant: violation.invariant, story, choices: parseChoices(failure.choices) };
}

/** The first world that breaks, as it is. */
async function asFound(): Promise<Found> {
  for (let seed = 1; seed <= Number(runs); seed += 1) {
    const { violations, choices } = await runWorld(seededChooser(seed), options);
    const [violation] = violations;
    if (violation !== undefined)
      return { runs: seed, invariant: violation.invariant, story: [violation.what], choices };
  }
  return { runs: Number(runs), story: [] };
}

const found = await (how === 'as-found' ? asFound() : shrunk());
const blind =
  found.choices === undefined
    ? undefined
    : await runWorld(repeatingChooser(found.choices), { ...options, invariants: without });
process.stdout.write(
  JSON.stringify({
    invariant: found.invariant,
    runs: found.runs,
    story: found.story,
    unseen: blind?.violations.every((each) => each.invariant !== invariant),
  }),
);
