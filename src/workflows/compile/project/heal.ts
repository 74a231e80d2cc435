import {
  classifyIssues,
  HEAL_ROUNDS,
  healQuestion,
  type HealAnswer,
  type ModuleIssue,
} from '../../../spec/compile/heal.ts';
import { projectDrift } from '../../../spec/drift/project.ts';
import { exportsOfFolder } from '../../../spec/exports/project.ts';
import { inModule } from '../../../spec/references/canonical.ts';
import { sourcesInTree } from '../scratch/sources.ts';
import type { Compilation } from './compilation.ts';
import { compilePlanned } from './compile.ts';
import { openFinished } from './finished-file.ts';
import { askedReason, fitSpecs } from './fit-spec.ts';
import { planCompile } from './plan.ts';
import type { CompileOptions, Project } from './project.ts';

export interface Healed {
  rounds: number;
  status: 'good' | 'warning';
  /** What is left, in words. */
  issues: string[];
}

/** Modules to compile again, each with what its code has to be mended for. */
type ToHeal = Map<string, string[]>;

/** What is done about older code: said with the call, else asked. */
export interface HealAnswers {
  given: HealAnswer | undefined;
  ask(question: ReturnType<typeof healQuestion>): Promise<HealAnswer>;
}

/**
 * Compares what was compiled with its specs until they agree, at most three rounds. What this run made heals by itself;
 * about older code `answers` decide.
 */
export async function validateAndHeal(
  project: Project,
  options: CompileOptions,
  done: Compilation,
  signal: AbortSignal,
  answers: HealAnswers,
): Promise<Healed> {
  const before = leftBefore(project, done);
  let said: HealAnswer | undefined;
  for (let rounds = 0; ; rounds += 1) {
    signal.throwIfAborted();
    const { related, unrelated } = await findIssues(project, done, before);
    const all = [...related, ...unrelated];
    const end = async (status: Healed['status']): Promise<Healed> => {
      await rememberLeft(project, new Set(all.map(({ dir }) => dir)), before, said ?? 'ignore');
      return { rounds, status, issues: all.map(shown) };
    };
    if (all.length === 0) return end('good');
    if (rounds >= HEAL_ROUNDS) return end('warning');
    if (related.length > 0) {
      const warn = (dir: string, message: string) => done.warnings.push({ dir, message });
      const { fitted } = await fitSpecs(project, related, askedReason(project, signal, warn));
      await recompile(project, options, done, signal, toHeal(related, fitted));
      continue;
    }
    // What was left with this very answer would be left again, for the same price; it is only told.
    const open = unrelated.filter(({ dir }) => isOpen(before.get(dir), answers.given));
    if (open.length === 0) return end('warning');
    said = answers.given ?? (await answers.ask(healQuestion(open)));
    if (said === 'ignore') return end('warning');
    if (said === 'code') {
      await recompile(project, { ...options, conflict: 'overwrite' }, done, signal, toHeal(open));
      continue;
    }
    const { changed } = await fitSpecs(project, open);
    if (changed.size === 0) return end('warning');
    await recompile(project, options, done, signal, new Map([...changed].map((dir) => [dir, []])));
  }
}

/** Finished modules whose spec and code differed when they were compiled, each with the answer to that. */
type Left = ReadonlyMap<string, HealAnswer>;

function leftBefore({ home, root }: Project, { upToDate }: Compilation): Left {
  const finished = openFinished(home, root);
  return new Map(
    upToDate.flatMap((dir) => {
      const left = finished.get(dir)?.left;
      return left === undefined ? [] : [[dir, left] as const];
    }),
  );
}

function isOpen(left: HealAnswer | undefined, given: HealAnswer | undefined): boolean {
  return left === undefined || (given !== undefined && given !== left);
}

async function rememberLeft(
  { home, root }: Project,
  issues: ReadonlySet<string>,
  before: Left,
  said: HealAnswer,
): Promise<void> {
  const finished = openFinished(home, root);
  for (const dir of new Set([...issues, ...before.keys()])) {
    const record = finished.get(dir);
    if (record === undefined) continue;
    const { left: was, ...rest } = record;
    // Leaving it once more does not undo that something was tried.
    const left = issues.has(dir) ? (said === 'ignore' ? (was ?? said) : said) : undefined;
    if (left !== was) await finished.set(dir, left === undefined ? rest : { ...rest, left });
  }
}

/** What is not as it should be in the modules of this run. */
async function findIssues(project: Project, done: Compilation, before: Left) {
  const dirs = new Set([
    ...done.results.map(({ target_dir }) => target_dir),
    ...done.byHand,
    ...before.keys(),
  ]);
  if (dirs.size === 0) return { related: [], unrelated: [] };
  const finished = openFinished(project.home, project.root);
  const { modules } = await projectDrift(project.root, '', {
    known: (dir) => finished.get(dir)?.clauses ?? [],
  });
  const bad = modules.filter(({ dir, status }) => dirs.has(dir) && status !== 'good');
  return classifyIssues(bad, await madeBy(project, done));
}

async function madeBy({ root }: Project, { results }: Compilation) {
  const files = new Set(results.flatMap(({ generated_files }) => generated_files));
  const symbols = new Set<string>();
  for (const { target_dir } of results)
    for (const { name, file } of (await exportsOfFolder(root, target_dir)).symbols)
      if (files.has(file)) symbols.add(`${target_dir}#${name}`);
  const modules = new Set(
    results.flatMap(({ target_dir: dir, status }) => {
      // Code that does not pass its tests is a person's already.
      if (status !== 'success') return [];
      const sources = sourcesInTree(root, dir).map((name) => inModule(dir, name));
      return sources.length > 0 && sources.every((path) => files.has(path)) ? [dir] : [];
    }),
  );
  return { files, symbols, modules };
}

/** Where the spec could be brought in line there is nothing to mend in the code. */
function toHeal(issues: readonly ModuleIssue[], fitted: ReadonlySet<ModuleIssue> = new Set()): ToHeal {
  const wanted: ToHeal = new Map();
  for (const one of issues) {
    const already = wanted.get(one.dir) ?? [];
    wanted.set(one.dir, fitted.has(one) ? already : [...already, one.issue.message]);
  }
  return wanted;
}

async function recompile(
  project: Project,
  options: CompileOptions,
  done: Compilation,
  signal: AbortSignal,
  heal: ToHeal,
): Promise<void> {
  const again: CompileOptions = {
    ...options,
    path: '.',
    incremental: false,
    cascade: false,
    phase: 'full',
    testFiles: [],
    feedback: [],
    heal,
    ...(options.phase === 'red' ? {} : { earlier: { phase: options.phase, results: [...done.results] } }),
  };
  const plan = await planCompile(project, again);
  const { results, refused, warnings, targets } = await compilePlanned(project, again, plan, signal);
  // What was finished, or changed by hand, and is compiled after all.
  const isFresh = (dir: string) =>
    results.some(({ target_dir }) => target_dir === dir) && !done.targets.some((one) => one.dir === dir);
  const fresh = targets.filter(({ dir }) => isFresh(dir));
  done.upToDate = done.upToDate.filter((dir) => !isFresh(dir));
  done.byHand = done.byHand.filter((dir) => !isFresh(dir));
  done.targets.push(...fresh);
  for (const result of results) {
    const at = done.results.findIndex(({ target_dir }) => target_dir === result.target_dir);
    if (at === -1) done.results.push(result);
    else done.results[at] = result;
  }
  done.refused.push(...refused.filter(({ dir }) => heal.has(dir)));
  done.warnings.push(...warnings);
}

function shown({ dir, issue }: ModuleIssue): string {
  return `${dir === '.' ? '' : `${dir}/`}CLAUDE.md:${issue.line}: ${issue.kind} ${issue.message}`;
}
