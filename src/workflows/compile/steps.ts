import { join } from 'node:path';
import { isoTime } from '../../host/clock.ts';
import { listFolder, readTextSync } from '../../host/fs/sync-files.ts';
import { runSandboxed } from '../../host/sandbox/run.ts';
import { missingDomainValues } from '../../spec/compile/domain-values.ts';
import { writeNotes } from '../../spec/compile/notes.ts';
import { testScore } from '../../spec/compile/score.ts';
import { diffExports } from '../../spec/diff/diff.ts';
import { isTestPath } from '../../spec/drift/tests-of.ts';
import { folderExports } from '../../spec/exports/folder.ts';
import { completeImplements } from '../../spec/implements/update.ts';
import { isSourceName } from '../../spec/language/source-file.ts';
import { redProblems } from '../../spec/runners/judge.ts';
import { traceModule, untested } from '../../spec/trace/trace.ts';
import { messageOf } from '../../work/errors.ts';
import { RUN_TAG } from '../../work/ids.ts';
import { schemaFor } from '../../work/verdicts.ts';
import type { StepResult } from '../engine/flow.ts';
import { isGreen } from './decide.ts';
import { greenPrompt, notesPrompt, redPrompt, refactorPrompt, reviewPrompt } from './prompts.ts';
import { compiledAnswer, notesAnswer, reviewAnswer, testsAnswer, type CompileResults } from './results.ts';
import { recorded, workbench, type Context, type Place, type Workbench } from './workbench.ts';

type Done<Name extends keyof CompileResults> = Promise<StepResult<CompileResults[Name]>>;

const TESTS = schemaFor('tests', testsAnswer);
const REVIEW = schemaFor('test_review', reviewAnswer);
const COMPILED = schemaFor('compiled', compiledAnswer);
const NOTES = schemaFor('implements', notesAnswer);

/** What is there before anything is written: no session, nothing paid. */
export async function look(context: Context, place: Place): Done<'look'> {
  const { input } = context;
  const bench = await workbench(context, place);
  const testFiles = bench.tests();
  const open = openClauses(context, bench, testFiles);
  const run = testFiles.length === 0 || bench.runner === undefined ? null : await bench.run(testFiles);
  const none = bench.runner === undefined ? await bench.run([]) : undefined;
  const names = sourceNames(bench, input.dir, place.root);
  const exported = await folderExports(input.dir, names, (path) => bench.scratch.read(path));
  const diff = diffExports(input.dir, bench.spec, exported.symbols, input.language);
  const exportsFit = diff.removed.length === 0 && diff.modified.length === 0;
  const result = { untested: open, run: none ?? run, exportsFit, testFiles };
  // Old tests that cannot run because the code is gone are no sign of a broken runner.
  const recordedRun = result.run === null ? null : recorded(result.run);
  return { result: { ...result, run: recordedRun }, summary: `${open.length} clauses without a test` };
}

export async function red(context: Context, place: Place): Done<'red'> {
  const { input, history } = context;
  const bench = await workbench(context, place);
  const last = history.results('red').at(-1);
  const reviewed = history.results('review').at(-1);
  const feedback = [
    ...input.feedback,
    ...(last?.problems ?? []),
    ...(last?.breaches ?? []),
    ...(reviewed?.feedback ?? []),
  ];
  const open = new Set(history.required('look').untested);
  const wanted = last === undefined ? input.clauses.filter(({ id }) => open.has(id)) : input.clauses;
  bench.scratch.mark();
  const answer = await context.session({
    role: 'compile-red',
    prompt: await redPrompt(
      input,
      bench.runner,
      wanted.length > 0 ? wanted : input.clauses,
      feedback,
      facts(context),
    ),
    cwd: bench.scratch.path,
    access: 'write',
    schema: TESTS,
  });
  const { files, breaches } = await bench.scratch.collect('red', bench.rules, bench.kept);
  const written = Object.keys(files).filter((name) => files[name] !== null && isTestPath(name));
  const declared = answer.structured.test_files.filter((name) => isTestPath(name) && written.includes(name));
  const testFiles = bench.tests([...written, ...declared]);
  const missing = testFiles.length === 0 ? [] : openClauses(context, { ...bench, kept: files }, testFiles);
  const run = testFiles.length === 0 ? undefined : await bench.run(testFiles);
  const problems =
    run === undefined
      ? ['no test file was written']
      : [
          ...(run.outcome === 'environment' ? [] : redness(context, bench, run)),
          ...missing.map(
            (id) => `no test carries ${id}: ${input.clauses.find((one) => one.id === id)?.text ?? ''}`,
          ),
        ];
  const shown = run ?? { outcome: 'failed' as const, total: 0, passed: 0, failed: 0, cases: [], output: '' };
  return {
    result: { files, breaches, run: recorded(shown), testFiles, problems },
    summary: problems.length === 0 ? `${shown.failed} of ${shown.total} tests fail` : problems.join('; '),
  };
}

/** In update mode what is there may do already what a clause says; then its test passes at once. */
function redness({ input }: Context, bench: Workbench, run: Parameters<typeof redProblems>[0]): string[] {
  if (run.outcome === 'passed' && input.mode === 'update') return [];
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

export async function review(context: Context, place: Place): Done<'review'> {
  const bench = await workbench(context, place);
  const { testFiles } = context.history.results('red').at(-1) ?? { testFiles: bench.tests() };
  const { structured } = await context.session({
    role: 'test-reviewer',
    prompt: await reviewPrompt(context.input, testFiles, facts(context)),
    cwd: bench.scratch.path,
    access: 'read',
    schema: REVIEW,
  });
  const score = testScore(structured);
  return { result: { score, feedback: structured.feedback }, summary: `the tests score ${score}` };
}

export async function green(context: Context, place: Place): Done<'green'> {
  const { input, history } = context;
  const bench = await workbench(context, place);
  const testFiles = bench.tests();
  const last = history.results('green').at(-1);
  const before = last?.run ?? history.results('red').at(-1)?.run ?? history.required('look').run;
  const feedback = [
    ...input.healing,
    ...(before?.output ? [before.output] : []),
    ...(last?.breaches ?? []).map((what) => `It was undone: ${what}.`),
  ];
  bench.scratch.mark();
  await context.session({
    role: 'compile-green',
    prompt: await greenPrompt(input, testFiles, feedback, facts(context)),
    cwd: bench.scratch.path,
    access: 'write',
    schema: COMPILED,
  });
  const { files, breaches } = await bench.scratch.collect('green', bench.rules, bench.kept);
  const run = testFiles.length === 0 ? NOTHING_TO_RUN : recorded(await bench.run(testFiles));
  const how = `${run.passed} passed, ${run.failed} failed`;
  return {
    result: { files, breaches, run },
    summary: breaches.length === 0 ? how : `${how}; ${breaches.join('; ')}`,
  };
}

/** A module that promises no behavior has no tests to pass. */
const NOTHING_TO_RUN = { outcome: 'passed' as const, total: 0, passed: 0, failed: 0, output: '' };

export async function refactor(context: Context, place: Place): Done<'refactor'> {
  const {
    input,
    history,
    host,
    run: { id },
    signal,
    settings,
  } = context;
  const bench = await workbench(context, place);
  const green = history.results('green').at(-1) as CompileResults['green'];
  bench.scratch.mark();
  await context.session({
    role: 'compile-refactor',
    prompt: await refactorPrompt(input, Object.keys(bench.kept), facts(context)),
    cwd: bench.scratch.path,
    access: 'write',
    schema: COMPILED,
  });
  const [lint = '', ...args] = input.lint;
  if (lint !== '')
    await runSandboxed(host, lint, args, {
      cwd: bench.scratch.path,
      configured: true,
      env: { ...host.env, [RUN_TAG]: id, CI: 'true' },
      timeoutMs: settings.check_timeout_secs * 1_000,
      maxOutputBytes: 1024 * 1024,
      signal,
    });
  const { files, breaches } = await bench.scratch.collect('green', bench.rules, bench.kept);
  if (JSON.stringify(files) === JSON.stringify(bench.kept))
    return { result: { ...green, rolledBack: false }, summary: 'nothing to change' };
  const testFiles = bench.tests();
  const run = testFiles.length === 0 ? NOTHING_TO_RUN : recorded(await bench.run(testFiles));
  if (isGreen({ files, breaches, run }))
    return { result: { files, breaches, run, rolledBack: false }, summary: 'conventions applied' };
  const undone = Object.fromEntries(
    Object.keys({ ...files, ...bench.kept }).map((name) => [
      name,
      name in bench.kept ? (bench.kept[name] ?? null) : (readTextSync(join(place.root, name)) ?? null),
    ]),
  );
  await bench.scratch.put(undone);
  return { result: { ...green, rolledBack: true }, summary: 'rolled back: the tests no longer passed' };
}

export async function notes(context: Context, place: Place): Done<'notes'> {
  const bench = await workbench(context, place);
  const { structured } = await context.session({
    role: 'compile-notes',
    prompt: await notesPrompt(context.input, Object.keys(bench.kept), facts(context)),
    cwd: bench.scratch.path,
    access: 'read',
    schema: NOTES,
  });
  return { result: structured, summary: 'notes taken' };
}

/** The files go to the working tree, each whole or not at all. Done again after a crash it does the same. */
export async function move(context: Context, place: Place): Done<'move'> {
  const { input, history, host } = context;
  const bench = await workbench(context, place);
  const generated: string[] = [];
  const overwritten: string[] = [];
  const failed: string[] = [];
  const existing = sourceNames(bench, input.dir, place.root)
    .map((name) => inFolder(input.dir, name))
    .filter((path) => bench.rules.isThere(path));
  for (const [path, text] of Object.entries(bench.kept)) {
    const at = join(place.root, path);
    const was = readTextSync(at);
    try {
      if (text === null) await host.files.remove(at);
      else if (was !== text) await host.files.write(at, text);
      if (was !== undefined && was !== text) overwritten.push(path);
      generated.push(path);
    } catch (error) {
      failed.push(`${path}: ${messageOf(error)}`);
    }
  }
  const implementsPath = join(place.root, inFolder(input.dir, 'IMPLEMENTS.md'));
  const had = readTextSync(implementsPath);
  const told = history.result('notes');
  const full = completeImplements(had, input.dir);
  const text = told === undefined ? full : writeNotes(full, told, isoTime(host.clock.now()).slice(0, 10));
  if (text !== had && input.phase !== 'red') await host.files.write(implementsPath, text);
  const sources = sourceNames(bench, input.dir, place.root).map(
    (name) => bench.scratch.read(inFolder(input.dir, name)) ?? '',
  );
  return {
    result: {
      generated: generated.sort(),
      skipped: input.conflict === 'skip' ? existing.filter((path) => !(path in bench.kept)) : [],
      overwritten: overwritten.sort(),
      failed,
      implementsUpdated: input.phase !== 'red',
      missingValues:
        input.phase === 'red' ? [] : missingDomainValues(bench.spec, sources).map((item) => item.text),
    },
    summary: `${generated.length} files written`,
  };
}

/** Clauses that no test carries, and those whose words have changed since their test was written. */
function openClauses(
  { input }: Context,
  { scratch, spec }: Workbench,
  testFiles: readonly string[],
): string[] {
  const texts = testFiles.map((path) => ({ path, text: scratch.read(path) ?? '' }));
  return untested(spec, traceModule(spec, input.clauses, texts, [])).map(({ id }) => id);
}

function sourceNames({ scratch, kept }: Workbench, dir: string, root: string): string[] {
  const there = listNames(join(root, dir));
  const made = Object.keys(kept).flatMap((path) => {
    const name = dir === '.' ? path : path.startsWith(`${dir}/`) ? path.slice(dir.length + 1) : '/';
    return name.includes('/') ? [] : [name];
  });
  return [...new Set([...there, ...made])].filter(
    (name) => isSourceName(name) && scratch.read(inFolder(dir, name)) !== undefined,
  );
}

function inFolder(dir: string, name: string): string {
  return dir === '.' ? name : `${dir}/${name}`;
}

function facts({ host, settings }: Context) {
  return { random: host.random, language: settings.language };
}

function listNames(folder: string): string[] {
  return listFolder(folder)
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}
