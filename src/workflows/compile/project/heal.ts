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

/**
 * Compares what was compiled with its specs until they agree, at most three rounds. What this run made heals by itself;
 * about older code `answer` decides.
 */
export async function validateAndHeal(
  project: Project,
  options: CompileOptions,
  done: Compilation,
  signal: AbortSignal,
  answer: (question: ReturnType<typeof healQuestion>) => Promise<HealAnswer>,
): Promise<Healed> {
  for (let rounds = 0; ; rounds += 1) {
    signal.throwIfAborted();
    const { related, unrelated } = await findIssues(project, done);
    const issues = [...related, ...unrelated].map(shown);
    if (issues.length === 0) return { rounds, status: 'good', issues };
    if (rounds >= HEAL_ROUNDS) return { rounds, status: 'warning', issues };
    if (related.length > 0) {
      const warn = (dir: string, message: string) => done.warnings.push({ dir, message });
      const { fitted } = await fitSpecs(project, related, askedReason(project, signal, warn));
      await recompile(project, options, done, signal, toHeal(related, fitted));
      continue;
    }
    const said = await answer(healQuestion(unrelated));
    if (said === 'ignore') return { rounds, status: 'warning', issues };
    if (said === 'code') {
      await recompile(project, { ...options, conflict: 'overwrite' }, done, signal, toHeal(unrelated));
      continue;
    }
    const { changed } = await fitSpecs(project, unrelated);
    if (changed.size === 0) return { rounds, status: 'warning', issues };
    await recompile(project, options, done, signal, new Map([...changed].map((dir) => [dir, []])));
  }
}

/** What is not as it should be in the modules of this run. */
async function findIssues(project: Project, done: Compilation) {
  const dirs = new Set([...done.results.map(({ target_dir }) => target_dir), ...done.byHand]);
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
  const { results, refused, warnings } = await compilePlanned(project, again, plan, signal);
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
