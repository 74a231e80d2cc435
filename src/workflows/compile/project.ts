import { join } from 'node:path';
import { sha256 } from '../../host/hash.ts';
import { readTextSync } from '../../host/fs/sync-files.ts';
import type { Host } from '../../host/host.ts';
import { estimateOf, type Estimate } from '../../spec/compile/estimate.ts';
import { standingOf } from '../../spec/compile/finished.ts';
import { planTargets, type Target } from '../../spec/compile/plan.ts';
import {
  languageShown,
  redBlock,
  resultBlock,
  resultFile,
  SHOWN_LINES,
  specFile,
  type CompileResult,
  type Phase,
} from '../../spec/compile/result.ts';
import { diffExports, type ExportsDiff } from '../../spec/diff/diff.ts';
import { isSpecification } from '../../spec/drift/module.ts';
import { exportsOfFolder } from '../../spec/exports/project.ts';
import type { DependencyGraph } from '../../spec/graph/graph.ts';
import { impactOf, type Impact } from '../../spec/impact/impact.ts';
import { completeImplements } from '../../spec/implements/update.ts';
import { detectLanguage, type Inventory } from '../../spec/language/detect.ts';
import type { Language } from '../../spec/language/languages.ts';
import { parseSpec } from '../../spec/parse/parse.ts';
import type { SpecStatus } from '../../spec/status/decide.ts';
import { messageOf } from '../../work/errors.ts';
import type { Role } from '../../work/roles.ts';
import type { AnswerSchema } from '../../work/verdicts.ts';
import { reviewVerdict } from '../../spec/compile/score.ts';
import type { History } from '../engine/steps/history.ts';
import { isGreen, needsCode } from './decide.ts';
import { hashNow, openFinished, type FinishedFile } from './finished-file.ts';
import type { CompileInput } from './input.ts';
import { inOrder } from './in-order.ts';
import { prepareModule } from './prepare.ts';
import { greenPrompt, notesPrompt, redPrompt, refactorPrompt, reviewPrompt } from './prompts.ts';
import { discoverRunner } from '../../spec/runners/discover.ts';
import type { CompileResults } from './results.ts';

/** What compiles one module; the composition root makes it. */
export interface Compiler {
  repo: string;
  model: string;
  language: 'en' | 'ko';
  compile(input: CompileInput): Promise<Compiled>;
  ask<T>(role: Role, prompt: string, cwd: string, schema: AnswerSchema<T>): Promise<T>;
  costUsd(): number;
  close(): Promise<void>;
}

export interface Compiled {
  ok: boolean;
  reason: string;
  history: History<CompileResults>;
}

export interface CompileOptions {
  path: string;
  incremental: boolean;
  conflict: 'skip' | 'overwrite';
  phase: Phase;
  testFiles: readonly string[];
  feedback: readonly string[];
  language: Language | undefined;
  cascade: boolean;
  jobs: number;
  /** Modules that are compiled whatever they look like, each with what its code has to be mended for. */
  heal?: ReadonlyMap<string, readonly string[]>;
}

export interface Project {
  host: Host;
  root: string;
  home: string;
  session: string;
  status: SpecStatus;
  graph: DependencyGraph;
  inventory: Inventory;
  compiler: Compiler;
  /** What a person sees. */
  say(text: string): void;
  /** Undefined: nobody can be asked. */
  askLanguage(dir: string, options: readonly Language[]): Promise<Language | undefined>;
}

/** A module that was not compiled, and why. `input`: the spec or the call is at fault, not the work. */
export interface Refused {
  dir: string;
  reason: string;
  kind: 'input' | 'failed';
}

export interface Compilation {
  targets: Target[];
  results: CompileResult[];
  /** Phase red has results of its own. */
  red: { dir: string; test_files: string[] }[];
  /** Nothing to do: finished before, or changed by hand since. */
  upToDate: string[];
  byHand: string[];
  refused: Refused[];
  diff: ExportsDiff[];
  impact: Impact[];
  warnings: { dir: string; message: string }[];
}

export interface Planned {
  dir: string;
  reasons: readonly string[];
  mode: 'create' | 'update';
  after: readonly string[];
  language: Language;
  input: CompileInput;
  warnings: string[];
}

export interface Plan {
  todo: Planned[];
  upToDate: string[];
  byHand: string[];
  refused: Refused[];
}

/** What there is to do, with everything that is needed for it; writes nothing. */
export async function planCompile(project: Project, options: CompileOptions): Promise<Plan> {
  const { root, graph, status, home, compiler } = project;
  const read = (path: string) => readTextSync(join(root, path));
  const rootText = read('CLAUDE.md');
  const { targets, cyclic } = planTargets(status, graph, {
    path: options.path,
    incremental: options.incremental,
    rootIsModule: rootText !== undefined && isSpecification(rootText),
  });
  const finished = openFinished(home, root);
  const plan: Plan = { todo: [], upToDate: [], byHand: [], refused: [] };
  for (const dir of cyclic)
    plan.refused.push({ dir, reason: 'it is part of a dependency cycle', kind: 'input' });
  const wanted = options.cascade ? [...targets, ...(await dependents(project, targets))] : targets;
  for (const target of wanted) {
    const { dir } = target;
    if (options.heal !== undefined && !options.heal.has(dir)) continue;
    const claudeMd = read(inFolder(dir, 'CLAUDE.md')) ?? '';
    const errors = parseSpec(claudeMd).diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) {
      const reason = errors.map(({ line, message }) => `CLAUDE.md:${line}: ${message}`).join('; ');
      plan.refused.push({ dir, reason, kind: 'input' });
      continue;
    }
    const language = await languageOf(project, options, dir);
    if (typeof language !== 'string') {
      plan.refused.push({ dir, reason: language.reason, kind: 'input' });
      continue;
    }
    const before = finished.get(dir);
    const { input, warnings } = prepareModule(
      {
        repo: compiler.repo,
        dir,
        language,
        mode: target.mode,
        conflict: options.conflict,
        phase: options.phase,
        model: compiler.model,
        testFiles: options.testFiles,
        feedback: options.feedback,
        healing: options.heal?.get(dir) ?? [],
        known: before?.clauses ?? [],
      },
      graph,
      read,
    );
    const standing = standingOf(before, input.key, hashNow(root));
    const asIs = options.phase === 'full' && options.heal === undefined;
    if (standing === 'finished' && asIs) plan.upToDate.push(dir);
    else if (standing === 'by_hand' && asIs) plan.byHand.push(dir);
    else {
      const mode = standing === 'gone' && !hasSource(project, dir) ? 'create' : target.mode;
      plan.todo.push({ ...target, mode, language, input: { ...input, mode }, warnings });
    }
  }
  return plan;
}

/** The modules whose used Exports really change when the targets do what their specs say. */
async function dependents({ root, graph }: Project, targets: readonly Target[]): Promise<Target[]> {
  const known = new Set(targets.map(({ dir }) => dir));
  const found = new Map<string, Target>();
  for (const { dir, mode } of targets) {
    if (mode === 'create') continue;
    const { added, removed, modified } = await diffOf(root, dir);
    const changed = new Set([...added, ...removed, ...modified.map(({ name }) => name)]);
    if (changed.size === 0) continue;
    for (const { from, to, symbols } of graph.edges)
      if (
        to === dir &&
        !known.has(from) &&
        (symbols.length === 0 || symbols.some((name) => changed.has(name)))
      )
        found.set(from, { dir: from, reasons: [], mode: 'update', after: [dir] });
  }
  return [...found.values()];
}

async function languageOf(
  { inventory, askLanguage }: Project,
  { language }: CompileOptions,
  dir: string,
): Promise<Language | { reason: string }> {
  const detected = detectLanguage(dir, inventory);
  if (detected.language !== undefined && detected.from === 'folder') return detected.language;
  if (language !== undefined) return language;
  if (detected.language !== undefined) return detected.language;
  const answer = await askLanguage(dir, detected.options);
  return answer ?? { reason: `cannot tell its language; say it with --language` };
}

/** Compiles what was planned, each module after those it depends on, several at a time. */
export async function compilePlanned(
  project: Project,
  options: CompileOptions,
  plan: Plan,
  signal: AbortSignal,
): Promise<Compilation> {
  const { host, root, home, compiler, say } = project;
  const finished = openFinished(home, root);
  const done: Compilation = {
    targets: plan.todo.map(({ dir, mode, after, reasons }) => ({
      dir,
      mode,
      after: [...after],
      reasons: [...reasons] as Target['reasons'],
    })),
    results: [],
    red: [],
    upToDate: plan.upToDate,
    byHand: plan.byHand,
    refused: [...plan.refused],
    diff: [],
    impact: [],
    warnings: [],
  };
  await inOrder(plan.todo, options.jobs, async (planned) => {
    signal.throwIfAborted();
    const { dir, warnings } = planned;
    const implementsMd = inFolder(dir, 'IMPLEMENTS.md');
    if (readTextSync(join(root, implementsMd)) === undefined) {
      say(SHOWN_LINES.noImplements(implementsMd));
      await host.files.write(join(root, implementsMd), completeImplements(undefined, dir));
    }
    say(SHOWN_LINES.started(inFolder(dir, 'CLAUDE.md')));
    for (const message of warnings) done.warnings.push({ dir, message });
    try {
      // The default Planning that was just written is part of what the module comes from.
      const input = withPlanning(project, planned, finished, options);
      const compiled = await compiler.compile(input);
      if (compiled.ok) await settle(project, options, { planned, input, compiled, finished, done });
      else done.refused.push({ dir, reason: compiled.reason, kind: 'failed' });
    } catch (error) {
      signal.throwIfAborted();
      done.refused.push({ dir, reason: messageOf(error), kind: 'failed' });
    }
  });
  for (const target of done.targets.filter(({ mode }) => mode === 'update')) {
    if (!done.results.some(({ target_dir }) => target_dir === target.dir)) continue;
    const diff = await diffOf(root, target.dir);
    done.diff.push(diff);
    if (diff.breaking) done.impact.push(impactOf(project.graph, target.dir));
  }
  return done;
}

function withPlanning(
  project: Project,
  planned: Planned,
  finished: FinishedFile,
  options: CompileOptions,
): CompileInput {
  const { root, graph, compiler } = project;
  const { input } = prepareModule(
    {
      ...planned.input,
      repo: compiler.repo,
      model: compiler.model,
      known: finished.get(planned.dir)?.clauses ?? [],
      testFiles: options.testFiles,
      feedback: options.feedback,
    },
    graph,
    (path) => readTextSync(join(root, path)),
  );
  return { ...input, healing: planned.input.healing };
}

/** A module is through: its result is written, shown and remembered. */
async function settle(
  { host, root, session, say }: Project,
  { phase }: CompileOptions,
  at: {
    planned: Planned;
    input: CompileInput;
    compiled: Compiled;
    finished: FinishedFile;
    done: Compilation;
  },
): Promise<void> {
  const { input, compiled, finished, done } = at;
  const { history } = compiled;
  const { dir } = input;
  const moved = history.required('move');
  const common = {
    claude_md_path: inFolder(dir, 'CLAUDE.md'),
    implements_md_path: inFolder(dir, 'IMPLEMENTS.md'),
    target_dir: dir,
    detected_language: languageShown(input.language),
  };
  const file = resultFile(session, dir);
  const warn = (message: string) => done.warnings.push({ dir, message });
  for (const path of moved.skipped) say(SHOWN_LINES.skipped(path));
  for (const path of moved.overwritten) say(SHOWN_LINES.overwriting(path));
  for (const why of moved.failed) warn(`not written: ${why}`);
  const verdict = reviewVerdict(history.results('review').map(({ score }) => score));
  if (history.has('review') && 'warning' in verdict) warn(verdict.warning);
  if (phase === 'red') {
    const testFiles = history.results('red').at(-1)?.testFiles ?? history.required('look').testFiles;
    const spec = specFile(session, dir);
    await host.files.write(
      join(root, spec),
      `${JSON.stringify(parseSpec(input.claudeMd).spec, undefined, 2)}\n`,
    );
    const result = {
      ...common,
      phase,
      test_files: testFiles,
      spec_json_path: spec,
      status: 'success' as const,
    };
    await host.files.write(join(root, file), `${JSON.stringify(result, undefined, 2)}\n`);
    say(redBlock(file, result));
    done.red.push({ dir, test_files: testFiles });
    return;
  }
  const greens = history.results('green');
  const last = history.result('refactor') ?? greens.at(-1);
  const run = last?.run ?? history.results('red').at(-1)?.run ?? history.required('look').run;
  const isGood =
    !needsCode(input, history) || (greens.at(-1) !== undefined && isGreen(greens.at(-1) as never));
  if (!isGood) warn('the tests do not pass: a person has to look at it');
  if (history.result('refactor')?.rolledBack === true)
    warn('REFACTOR was rolled back: the tests no longer passed');
  for (const value of moved.missingValues) warn(`not found in the code: ${value}`);
  const result: CompileResult = {
    ...common,
    generated_files: moved.generated,
    skipped_files: moved.skipped,
    overwritten_files: moved.overwritten,
    tests: { total: run?.total ?? 0, passed: run?.passed ?? 0, failed: run?.failed ?? 0 },
    implements_md_updated: moved.implementsUpdated,
    retry_count: Math.max(0, greens.length - 1),
    status: isGood ? 'success' : 'warning',
  };
  await host.files.write(join(root, file), `${JSON.stringify(result, undefined, 2)}\n`);
  say(resultBlock(file, result, phase));
  done.results.push(result);
  const hashes = moved.generated.flatMap((path) => {
    const text = readTextSync(join(root, path));
    return text === undefined ? [] : [[path, sha256(text)] as const];
  });
  const before = finished.get(dir)?.files ?? {};
  const kept = Object.entries(before).flatMap(([path]) => {
    const text = readTextSync(join(root, path));
    return text === undefined ? [] : [[path, sha256(text)] as const];
  });
  await finished.set(dir, {
    key: input.key,
    files: Object.fromEntries([...kept, ...hashes]),
    clauses: input.clauses.map(({ id, hash }) => ({ id, hash })),
    status: result.status,
  });
}

/** What the prompts of a plan come to, before anything is paid. */
export async function estimatePlan(
  project: Project,
  plan: Plan,
): Promise<(Planned & { estimate: Estimate })[]> {
  const { host, root, compiler } = project;
  const facts = { random: host.random, language: compiler.language };
  return Promise.all(
    plan.todo.map(async (planned) => {
      const { input } = planned;
      const runner = discoverRunner(input.dir, input.language, (path) => readTextSync(join(root, path)));
      const prompts = await Promise.all([
        redPrompt(input, runner, input.clauses, [], facts),
        reviewPrompt(input, [], facts),
        greenPrompt(input, [], [], facts),
        refactorPrompt(input, [], facts),
        notesPrompt(input, [], facts),
      ]);
      return { ...planned, estimate: estimateOf(prompts, compiler.model) };
    }),
  );
}

export async function diffOf(root: string, dir: string): Promise<ExportsDiff> {
  const { symbols, language } = await exportsOfFolder(root, dir);
  const { spec } = parseSpec(readTextSync(join(root, inFolder(dir, 'CLAUDE.md'))) ?? '');
  return diffExports(dir, spec, symbols, language ?? undefined);
}

function hasSource({ inventory }: Project, dir: string): boolean {
  const detected = detectLanguage(dir, inventory);
  return detected.language !== undefined && detected.from === 'folder';
}

function inFolder(dir: string, name: string): string {
  return dir === '.' ? name : `${dir}/${name}`;
}
