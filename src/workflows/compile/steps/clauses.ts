import { traceModule, untested } from '../../../spec/trace/trace.ts';
import { carriesId, testNames } from '../../../spec/trace/test-names.ts';
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
