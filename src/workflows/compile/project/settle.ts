import { join } from 'node:path';
import { readTextSync } from '../../../host/fs/sync-files.ts';
import { sha256 } from '../../../host/hash.ts';
import {
  languageShown,
  redBlock,
  resultBlock,
  resultFile,
  SHOWN_LINES,
  specFile,
  targetName,
  type CompileResult,
  type RedResult,
} from '../../../spec/compile/result.ts';
import { reviewVerdict } from '../../../spec/compile/score.ts';
import { parseSpec } from '../../../spec/parse/parse.ts';
import { inModule } from '../../../spec/references/canonical.ts';
import { isGreen, needsCode } from '../decide.ts';
import type { CompileInput } from '../input.ts';
import type { Changed, CompileResults } from '../results.ts';
import type { Compilation } from './compilation.ts';
import type { FinishedFile } from './finished-file.ts';
import type { Compiled, CompileOptions, Project } from './project.ts';

interface Through {
  input: CompileInput;
  compiled: Compiled;
  finished: FinishedFile;
  done: Compilation;
}

/** A module is through: its result is written, shown and remembered. */
export async function settle(
  project: Project,
  { phase, earlier }: CompileOptions,
  through: Through,
): Promise<void> {
  const { say, session } = project;
  const { input, compiled, done } = through;
  const { dir } = input;
  const moved = compiled.history.required('move');
  for (const path of moved.skipped) say(SHOWN_LINES.skipped(path));
  for (const path of moved.overwritten) say(SHOWN_LINES.overwriting(path));
  for (const message of warningsOf(through)) done.warnings.push({ dir, message });
  const target = targetName(
    dir,
    project.graph.nodes.map((node) => node.dir),
  );
  const file = resultFile(session, target);
  if (phase === 'red') {
    const result = await redResult(project, through, target);
    await writeJson(project, file, result);
    say(redBlock(file, result));
    done.red.push(result);
    return;
  }
  const before = earlier?.results.find(({ target_dir }) => target_dir === dir);
  const result = before === undefined ? resultOf(through) : goneOn(before, resultOf(through));
  await writeJson(project, file, result);
  say(resultBlock(file, result, earlier?.phase ?? phase));
  done.results.push(result);
  // With a file that could not be written the module is not what it was made to be.
  if (moved.failed.length === 0) await remember(project.root, through, result.status);
}

function common({ dir, language }: CompileInput) {
  return {
    claude_md_path: inModule(dir, 'CLAUDE.md'),
    implements_md_path: inModule(dir, 'IMPLEMENTS.md'),
    target_dir: dir,
    detected_language: languageShown(language),
  };
}

async function redResult(project: Project, { input, compiled }: Through, target: string): Promise<RedResult> {
  const { history } = compiled;
  const spec = specFile(project.session, target);
  await writeJson(project, spec, parseSpec(input.claudeMd).spec);
  return {
    ...common(input),
    phase: 'red',
    test_files: history.results('red').at(-1)?.testFiles ?? history.required('look').testFiles,
    spec_json_path: spec,
    status: 'success',
  };
}

function resultOf({ input, compiled }: Through): CompileResult {
  const { history } = compiled;
  const moved = history.required('move');
  const greens = history.results('green');
  const last = history.result('refactor') ?? greens.at(-1);
  const run = last?.run ?? history.results('red').at(-1)?.run ?? history.required('look').run;
  return {
    ...common(input),
    generated_files: moved.generated,
    skipped_files: moved.skipped,
    overwritten_files: moved.overwritten,
    tests: { total: run?.total ?? 0, passed: run?.passed ?? 0, failed: run?.failed ?? 0 },
    implements_md_updated: moved.implementsUpdated,
    retry_count: Math.max(0, greens.length - 1),
    status: isGood(input, compiled) && moved.failed.length === 0 ? 'success' : 'warning',
  };
}

/** The result of a run that went on after healing: what it wrote before is its work too. */
function goneOn(before: CompileResult, result: CompileResult): CompileResult {
  const touched = new Set([...result.generated_files, ...result.overwritten_files]);
  return {
    ...result,
    generated_files: [...new Set([...before.generated_files, ...result.generated_files])],
    overwritten_files: [...new Set([...before.overwritten_files, ...result.overwritten_files])],
    skipped_files: before.skipped_files.filter((path) => !touched.has(path)),
    retry_count: before.retry_count + result.retry_count,
  };
}

function isGood(input: CompileInput, { history }: Compiled): boolean {
  const last = history.results('green').at(-1);
  return !needsCode(input, history) || (last !== undefined && isGreen(last));
}

function warningsOf({ input, compiled }: Through): string[] {
  const { history } = compiled;
  const moved = history.required('move');
  const verdict = reviewVerdict(history.results('review').map(({ score }) => score));
  const early = history.results('red').at(-1)?.early ?? [];
  return [
    ...moved.failed.map((why) => `not written: ${why}`),
    ...(history.has('review') && 'warning' in verdict ? [verdict.warning] : []),
    ...early.map((id) => `the tests of ${id} passed before its code was written`),
    ...(input.phase === 'red' || isGood(input, compiled)
      ? []
      : ['the tests do not pass: a person has to look at it']),
    ...refactorWarnings(history.result('refactor')),
    ...new Set([...history.results('red'), ...history.results('green')].flatMap(undone)),
    ...moved.missingValues.map((value) => `not found in the code: ${value}`),
  ];
}

function undone({ breaches }: Changed): string[] {
  return breaches.map((what) => `it was undone: ${what}`);
}

function refactorWarnings(last: CompileResults['refactor'] | undefined): string[] {
  if (last === undefined) return [];
  const { rolledBack, breaches, lint } = last;
  const why = breaches.length > 0 ? breaches.join('; ') : 'the tests no longer passed';
  return [
    ...(rolledBack ? [`REFACTOR was rolled back: ${why}`] : undone(last)),
    ...(lint === '' ? [] : [lint]),
  ];
}

/** The files of this compile and of those before it, as they lie there now. */
async function remember(
  root: string,
  { input, compiled, finished }: Through,
  status: CompileResult['status'],
): Promise<void> {
  const { generated } = compiled.history.required('move');
  const paths = new Set([...Object.keys(finished.get(input.dir)?.files ?? {}), ...generated]);
  const files = [...paths].sort().flatMap((path) => {
    const text = readTextSync(join(root, path));
    return text === undefined ? [] : [[path, sha256(text)] as const];
  });
  await finished.set(input.dir, {
    key: input.key,
    files: Object.fromEntries(files),
    clauses: input.clauses.map(({ id, hash }) => ({ id, hash })),
    style: input.style,
    status,
  });
}

async function writeJson({ host, root }: Project, file: string, value: unknown): Promise<void> {
  await host.files.write(join(root, file), `${JSON.stringify(value, undefined, 2)}\n`);
}
