import { join } from 'node:path';
import type * as Text from '../../../src/sim/choices-text.ts';
import type * as Chooser from '../../../src/sim/chooser.ts';
import type * as Check from '../../../src/sim/invariants/check.ts';
import type * as Run from '../../../src/sim/run.ts';
import type * as Simulate from '../../../src/sim/simulate.ts';

/**
 * In a process of its own: lets the simulator of a copy look for the bug that is planted there, then looks at what it
 * found once more without the invariant that it breaks.
 */
const [copy = '', mode = 'safety', invariant = '', runs = '1'] = process.argv.slice(2);

const load = async <T>(file: string) => (await import(join(copy, 'src/sim', file))) as T;
const { simulate } = await load<typeof Simulate>('simulate.ts');
const { runWorld } = await load<typeof Run>('run.ts');
const { INVARIANTS } = await load<typeof Check>('invariants/check.ts');
const { repeatingChooser } = await load<typeof Chooser>('chooser.ts');
const { parseChoices } = await load<typeof Text>('choices-text.ts');

const STEPS = 20_000;
const options = { mode: mode === 'liveness' ? 'liveness' : 'safety', steps: STEPS } as const;
const { failure, runs: ran } = await simulate({ ...options, seed: 1, runs: Number(runs) });
const without = INVARIANTS.filter(({ name }) => name !== invariant);
const blind =
  failure === undefined
    ? undefined
    : await runWorld(repeatingChooser(parseChoices(failure.choices)), { ...options, invariants: without });
process.stdout.write(
  JSON.stringify({
    invariant: failure?.violation.invariant,
    runs: ran,
    story: failure?.story ?? [],
    unseen: blind?.violations.every((each) => each.invariant !== invariant),
  }),
);
