import { runSandboxed } from '../../../host/sandbox/run.ts';
import { inModule } from '../../../spec/references/canonical.ts';
import { messageOf } from '../../../work/errors.ts';
import { RUN_TAG } from '../../../work/ids.ts';
import { isGreen } from '../decide.ts';
import { promptFacts, refactorPrompt } from '../prompts.ts';
import type { CompileResults } from '../results.ts';
import { sourcesInTree } from '../scratch/sources.ts';
import { recorded, workbench, type Context, type Place, type Workbench } from '../scratch/workbench.ts';
import { ranAll } from './clauses.ts';
import type { Done } from './done.ts';
import { COMPILED, NOTHING_TO_RUN } from './green.ts';

/** Conventions and the lint command. Where the tests no longer pass it is all taken back. */
export async function refactor(context: Context, place: Place): Done<'refactor'> {
  const { input, history } = context;
  const bench = await workbench(context, place);
  const before = history.results('green').at(-1) ?? asItIs(context, bench);
  bench.scratch.mark();
  await context.session({
    role: 'compile-refactor',
    prompt: await refactorPrompt(input, filesOf(context, place, bench), promptFacts(context)),
    cwd: bench.scratch.path,
    access: 'write',
    schema: COMPILED,
  });
  const lint = await runLint(context, bench.scratch.path);
  const { files, breaches, skipped } = await bench.scratch.collect('green', bench.rules, bench.kept);
  if (JSON.stringify(files) === JSON.stringify(bench.kept))
    return { result: { ...before, breaches, rolledBack: false, lint }, summary: 'nothing to change' };
  const testFiles = bench.tests();
  const run =
    testFiles.length === 0
      ? NOTHING_TO_RUN
      : recorded(ranAll(input, bench, testFiles, await bench.run(testFiles)));
  const after = { files, breaches, skipped, run };
  if (isGreen(after))
    return { result: { ...after, rolledBack: false, lint }, summary: 'conventions applied' };
  await bench.scratch.goBack(bench.kept, files);
  const why = breaches.length > 0 ? breaches.join('; ') : 'the tests no longer passed';
  return { result: { ...before, breaches, rolledBack: true, lint }, summary: `rolled back: ${why}` };
}

/** Without a GREEN: other conventions alone, for code whose tests pass. */
function asItIs({ history }: Context, { kept }: Workbench): CompileResults['green'] {
  const run = history.results('red').at(-1)?.run ?? history.required('look').run ?? NOTHING_TO_RUN;
  return { files: kept, breaches: [], skipped: [], run };
}

/** What this compile has written; where that is nothing, the sources of the module. */
function filesOf({ input }: Context, { root }: Place, { kept }: Workbench): string[] {
  const written = Object.keys(kept);
  if (written.length > 0) return written;
  return sourcesInTree(root, input.dir).map((name) => inModule(input.dir, name));
}

/** What is worth a word: it could not run, or is not content. That is no reason to lose what passes its tests. */
async function runLint({ input, host, run, signal, settings }: Context, cwd: string): Promise<string> {
  const [lint = '', ...args] = input.lint;
  if (lint === '') return '';
  try {
    const done = await runSandboxed(host, lint, args, {
      cwd,
      configured: true,
      env: { ...host.env, [RUN_TAG]: run.id, CI: 'true' },
      timeoutMs: settings.check_timeout_secs * 1_000,
      maxOutputBytes: 1024 * 1024,
      signal,
    });
    if (done.code === 0) return '';
    return `${input.lint.join(' ')} ${done.timedOut ? 'did not end in time' : `ended with ${done.code}`}`;
  } catch (error) {
    signal.throwIfAborted();
    return `${input.lint.join(' ')} could not run: ${messageOf(error)}`;
  }
}
