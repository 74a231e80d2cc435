import { traceModule, untested } from '../../../spec/trace/trace.ts';
import { carriesId, testNames } from '../../../spec/trace/test-names.ts';
import type { TestRun } from '../../../spec/runners/runner.ts';
import type { CompileInput } from '../input.ts';
import type { Workbench } from '../scratch/workbench.ts';

/** Clauses that no test carries. */
export function clausesWithoutTest(
  input: CompileInput,
  { scratch, spec }: Workbench,
  testFiles: readonly string[],
): string[] {
  const texts = testFiles.map((path) => ({ path, text: scratch.read(path) ?? '' }));
  return untested(spec, traceModule(spec, input.clauses, texts, [])).map(({ id }) => id);
}

/**
 * Tests pass only when they have run: code that ends the process, or a file that makes the runner leave tests out, would
 * pass without a single one. Looked for by the ids in the names.
 */
export function ranAll(
  { clauses }: CompileInput,
  { scratch }: Pick<Workbench, 'scratch'>,
  testFiles: readonly string[],
  run: TestRun,
): TestRun {
  if (run.outcome !== 'passed') return run;
  const written = testFiles.flatMap((path) => testNames(path, scratch.read(path) ?? ''));
  const left = clauses.filter(({ id }) => {
    const mine = written.filter(({ name }) => carriesId(name, id));
    return mine.length > 0 && !run.cases.some((one) => carriesId(one.name, id) || isOneOf(one.name, mine));
  });
  if (left.length === 0) return run;
  const output = `These tests did not run: ${left.map(({ id }) => id).join(', ')}.\n${run.output}`;
  return { ...run, outcome: 'failed', failed: left.length, total: run.total + left.length, output };
}

/** Java's reports have the name of the method, not what it is shown as. */
function isOneOf(reported: string, written: readonly { name: string }[]): boolean {
  const method = reported.replace(/[([{].*$/s, '').trim();
  return method !== '' && written.some(({ name }) => name === method || name.startsWith(`${method} `));
}

/** Clauses that are gone, and that tests of an earlier compile still carry. */
export function retiredInTests(
  input: CompileInput,
  { scratch, rules }: Workbench,
  testFiles: readonly string[],
): string[] {
  const now = new Set(input.clauses.map(({ id }) => id));
  const names = testFiles
    .filter((path) => rules.recorded.has(path))
    .flatMap((path) => testNames(path, scratch.read(path) ?? ''));
  return input.known
    .map(({ id }) => id)
    .filter((id) => !now.has(id) && names.some(({ name }) => carriesId(name, id)));
}
