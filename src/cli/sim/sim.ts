import { parseChoices } from '../../sim/choices-text.ts';
import { repeatingChooser } from '../../sim/chooser.ts';
import type { Mode } from '../../sim/plan.ts';
import type { Ran } from '../../sim/run.ts';
import type { Failure, Simulated } from '../../sim/simulate.ts';
import { story } from '../../sim/story.ts';
import { traceText } from '../../sim/trace.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';

const MODES = ['safety', 'liveness'] as const;

export async function run(input: Input): Promise<number> {
  const { simulate } = await import('../../sim/simulate.ts');
  const mode = input.oneOf('mode', MODES);
  const steps = input.int('steps', { min: 1 }) ?? 20_000;
  const choices = input.text('choices');
  if (choices !== undefined) return repeat(input, choices, { mode: mode ?? 'safety', steps });
  const seed = input.int('seed', { min: 0 }) ?? 1;
  const runs = input.int('runs', { min: 1 }) ?? (input.text('seed') === undefined ? 100 : 1);
  let code = 0;
  const done: (Simulated & { mode: Mode })[] = [];
  for (const each of mode === undefined ? MODES : [mode]) {
    const traced = input.flag('trace') ? { onRun: (at: number, ran: Ran) => printTrace(input, at, ran) } : {};
    const simulated = await simulate({ mode: each, seed, runs, steps, ...traced, signal: input.signal });
    input.signal.throwIfAborted();
    done.push({ mode: each, ...simulated });
    if (simulated.failure !== undefined) code = 1;
    if (!input.json) print(input, each, simulated);
  }
  if (input.json) input.io.out(`${JSON.stringify({ schema_version: 1, modes: done })}\n`);
  return code;
}

function print({ io }: Input, mode: Mode, { runs, merged, failure }: Simulated): void {
  if (failure === undefined) {
    io.out(`${mode}: ${runs} worlds, ${merged} pull requests merged, no invariant broke\n`);
    return;
  }
  io.out(`${mode}: an invariant broke in world ${failure.seed} (${runs} run)\n\n`);
  io.out(`${failure.story.join('\n')}\n\n${commandFor(mode, failure)}\n`);
}

function commandFor(mode: Mode, { seed, choices }: Failure): string {
  const short = `autodev sim --mode ${mode} --choices '${choices}'`;
  return `repeat it: ${short}\nas it was found: autodev sim --mode ${mode} --seed ${seed}`;
}

function printTrace({ io, json }: Input, seed: number, { trace }: Ran): void {
  const lines = trace.map(traceText).join('\n');
  (json ? io.err : io.out)(`world ${seed}\n${lines}\n`);
}

/** One world, by choices that were written down. */
async function repeat(input: Input, text: string, options: { mode: Mode; steps: number }): Promise<number> {
  if (input.text('seed') !== undefined || input.text('runs') !== undefined)
    throw new AutodevError('usage', '--choices repeats one world; it takes no --seed and no --runs');
  const { runWorld } = await import('../../sim/run.ts');
  const ran = await runWorld(repeatingChooser(parseChoices(text)), options);
  const [violation] = ran.violations;
  const lines = violation === undefined || input.flag('trace') ? [] : story(ran.trace, violation);
  if (input.json)
    input.io.out(`${JSON.stringify({ schema_version: 1, violations: ran.violations, story: lines })}\n`);
  else {
    if (input.flag('trace')) printTrace(input, 0, ran);
    const end = violation === undefined ? 'no invariant broke' : `${violation.invariant}: ${violation.what}`;
    input.io.out(`${[...lines, end].join('\n')}\n`);
  }
  return violation === undefined ? 0 : 1;
}
