import { schemaFor } from '../../../work/verdicts.ts';
import { greenPrompt, promptFacts } from '../prompts.ts';
import { compiledAnswer } from '../results.ts';
import { recorded, workbench, type Context, type Place } from '../scratch/workbench.ts';
import { ranAll } from './clauses.ts';
import type { Done } from './done.ts';

export const COMPILED = schemaFor('compiled', compiledAnswer);

/** A module that promises no behavior has no tests to pass. */
export const NOTHING_TO_RUN = { outcome: 'passed' as const, total: 0, passed: 0, failed: 0, output: '' };

export async function green(context: Context, place: Place): Done<'green'> {
  const bench = await workbench(context, place);
  const testFiles = bench.tests();
  bench.scratch.mark();
  await context.session({
    role: 'compile-green',
    prompt: await greenPrompt(context.input, testFiles, toMend(context), promptFacts(context)),
    cwd: bench.scratch.path,
    access: 'write',
    schema: COMPILED,
  });
  const { files, breaches, skipped } = await bench.scratch.collect('green', bench.rules, bench.kept);
  const run =
    testFiles.length === 0
      ? NOTHING_TO_RUN
      : recorded(ranAll(context.input, bench, testFiles, await bench.run(testFiles)));
  const how = `${run.passed} passed, ${run.failed} failed`;
  return {
    result: { files, breaches, skipped, run },
    summary: breaches.length === 0 ? how : `${how}; ${breaches.join('; ')}`,
  };
}

/** What the tests say now, and what else has to be mended. */
function toMend({ input, history }: Context): string[] {
  const look = history.required('look');
  const last = history.results('green').at(-1);
  const before = last?.run ?? history.results('red').at(-1)?.run ?? look.run;
  return [
    ...input.healing,
    ...(look.hasSource ? look.missingValues.map((value) => `not found in the code: ${value}`) : []),
    ...(before?.output ? [before.output] : []),
    ...(last?.breaches ?? []).map((what) => `It was undone: ${what}.`),
    ...(last?.skipped ?? []).map((path) => `It was undone: ${path} is there already and stays as it is.`),
  ];
}
