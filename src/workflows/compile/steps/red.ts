import { redProblems } from '../../../spec/runners/judge.ts';
import type { TestRun } from '../../../spec/runners/runner.ts';
import { carriesId } from '../../../spec/trace/test-names.ts';
import { isTestPath } from '../../../spec/drift/tests-of.ts';
import { schemaFor } from '../../../work/verdicts.ts';
import type { CompileInput } from '../input.ts';
import { promptFacts, redPrompt } from '../prompts.ts';
import { testsAnswer } from '../results.ts';
import { recorded, workbench, type Context, type Place, type Workbench } from '../scratch/workbench.ts';
import { clausesWithoutTest, retiredInTests } from './clauses.ts';
import type { Done } from './done.ts';

const TESTS = schemaFor('tests', testsAnswer);

/** Tests before the code. They are finished when they run, fail for want of the code, and leave no clause out. */
export async function red(context: Context, place: Place): Done<'red'> {
  const { input } = context;
  const bench = await workbench(context, place);
  bench.scratch.mark();
  await context.session({
    role: 'compile-red',
    prompt: await redPrompt(input, bench, asked(context), promptFacts(context)),
    cwd: bench.scratch.path,
    access: 'write',
    schema: TESTS,
  });
  const { files, breaches, skipped } = await bench.scratch.collect('red', bench.rules, bench.kept);
  const written = Object.keys(files).filter((name) => files[name] !== null && isTestPath(name));
  const testFiles = bench.tests(written);
  const run = testFiles.length === 0 ? undefined : await bench.run(testFiles);
  const problems =
    run === undefined
      ? ['no test file was written']
      : [...wrongReasons(context, bench, run), ...leftOut(input, bench, testFiles)];
  const early = run === undefined ? [] : passEarly(context, run);
  const shown = recorded(run ?? NO_TESTS);
  return {
    result: { files, breaches, skipped, run: shown, testFiles, problems, early },
    summary: problems.length === 0 ? `${shown.failed} of ${shown.total} tests fail` : problems.join('; '),
  };
}

const NO_TESTS: TestRun = { outcome: 'failed', total: 0, passed: 0, failed: 0, cases: [], output: '' };

/** The clauses that want a test, and what was wrong with the last try. */
function asked({ input, history }: Context) {
  const look = history.required('look');
  const last = history.results('red').at(-1);
  const open = new Set(look.untested);
  const wanted = last === undefined ? input.clauses.filter(({ id }) => open.has(id)) : input.clauses;
  return {
    clauses: wanted.length > 0 ? wanted : input.clauses,
    retired: look.retired,
    feedback: [
      ...input.feedback,
      ...(last?.problems ?? []),
      ...(last?.early ?? []).map((id) => `the tests of ${id} pass before its code is written`),
      ...(last?.breaches ?? []).map((what) => `It was undone: ${what}.`),
      ...(last?.skipped ?? []).map((path) => `It was undone: ${path} is there already and stays as it is.`),
      ...(history.results('review').at(-1)?.feedback ?? []),
    ],
  };
}

function leftOut(input: CompileInput, bench: Workbench, testFiles: readonly string[]): string[] {
  const textOf = (id: string) => input.clauses.find((one) => one.id === id)?.text ?? '';
  return [
    ...clausesWithoutTest(input, bench, testFiles).map((id) => `no test carries ${id}: ${textOf(id)}`),
    ...retiredInTests(input, bench, testFiles).map(
      (id) => `a test still carries ${id}, which is no longer in the specification`,
    ),
  ];
}

/** Tests that fail, but not for want of the code; and, where there is no code, tests that pass all the same. */
function wrongReasons({ input, history }: Context, bench: Workbench, run: TestRun): string[] {
  if (run.outcome === 'environment') return [];
  // What is there may do already what a clause says.
  if (run.outcome === 'passed' && history.required('look').hasSource) return [];
  const parts = new Set(input.dir.split('/'));
  const stems = new Set(bench.spec.structure.files.map(({ name }) => name.replace(/\.\w+$/, '')));
  return redProblems(
    run,
    (name) =>
      name.startsWith('.') ||
      name.includes(`/${input.dir}/`) ||
      name.includes(bench.scratch.path) ||
      name.split('.').some((part) => parts.has(part) || stems.has(part)),
  );
}

/** New or changed clauses of a module that was compiled before, whose tests do not fail. */
function passEarly({ input, history }: Context, { cases }: TestRun): string[] {
  const { hasSource, untested } = history.required('look');
  if (!hasSource || input.known.length === 0) return [];
  return untested.filter((id) => {
    const mine = cases.filter(({ name }) => carriesId(name, id));
    return mine.length > 0 && mine.every(({ passed }) => passed);
  });
}
