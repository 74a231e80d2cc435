import { join } from 'node:path';
import { readTextSync } from '../../../host/fs/sync-files.ts';
import { standingOf, type Standing } from '../../../spec/compile/finished.ts';
import { isBelow, planTargets, type Target } from '../../../spec/compile/plan.ts';
import { isRootModule } from '../../../spec/drift/module.ts';
import { detectLanguage } from '../../../spec/language/detect.ts';
import type { Language } from '../../../spec/language/languages.ts';
import { parseSpec } from '../../../spec/parse/parse.ts';
import { inModule } from '../../../spec/references/canonical.ts';
import type { CompileInput } from '../input.ts';
import { dependentTargets } from './cascade.ts';
import { hashNow, openFinished, type FinishedFile } from './finished-file.ts';
import { prepareModule } from './prepare.ts';
import type { CompileOptions, Compiler, Project } from './project.ts';

/** A module that is not compiled, and why. `input`: the spec or the call is at fault, not the work. */
export interface Refused {
  dir: string;
  reason: string;
  kind: 'input' | 'failed';
}

/** A module that is to be compiled, with everything that is needed for it. */
export interface Planned extends Target {
  /** Why it is to be compiled, where git names no reason. */
  why: string;
  language: Language;
  input: CompileInput;
  warnings: string[];
}

export interface CompilePlan {
  todo: Planned[];
  /** Finished before, and nothing has changed since. */
  upToDate: string[];
  /** Finished before, and changed by hand since: only validated. */
  byHand: string[];
  refused: Refused[];
}

/** What there is to do, with everything that is needed for it; writes nothing. */
export async function planCompile(project: Project, options: CompileOptions): Promise<CompilePlan> {
  const { root, graph, status, home } = project;
  const { targets, cyclic } = planTargets(status, graph, {
    path: options.path,
    incremental: options.incremental,
    rootIsModule: isRootModule(readTextSync(join(root, 'CLAUDE.md')) ?? ''),
  });
  const plan: CompilePlan = { todo: [], upToDate: [], byHand: [], refused: [] };
  for (const dir of cyclic)
    plan.refused.push({ dir, reason: 'it is part of a dependency cycle', kind: 'input' });
  for (const dir of unreadable(project, options))
    plan.refused.push({ dir, reason: 'CLAUDE.md cannot be read', kind: 'input' });
  const finished = openFinished(home, root);
  const wanted = options.cascade ? [...targets, ...(await dependentTargets(project, targets))] : targets;
  for (const target of wanted)
    if (options.heal === undefined || options.heal.has(target.dir))
      await planModule(project, options, finished, target, plan);
  return plan;
}

/** Modules whose CLAUDE.md is a pipe, a link that leads nowhere, or not ours to read: no tool knows what they say. */
function unreadable({ graph, inventory }: Project, { path, heal }: CompileOptions): string[] {
  if (heal !== undefined) return [];
  const known = new Set(graph.nodes.map(({ dir }) => dir));
  return [...inventory].flatMap(([dir, names]) =>
    names.includes('CLAUDE.md') && !known.has(dir) && isBelow(dir, path) ? [dir] : [],
  );
}

async function planModule(
  project: Project,
  options: CompileOptions,
  finished: FinishedFile,
  target: Target,
  plan: CompilePlan,
): Promise<void> {
  const { dir } = target;
  const unreadable = specErrors(project.root, dir);
  if (unreadable !== undefined) {
    plan.refused.push({ dir, reason: unreadable, kind: 'input' });
    return;
  }
  const language = await languageOf(project, options, dir);
  if (typeof language !== 'string') {
    plan.refused.push({ dir, reason: language.reason, kind: 'input' });
    return;
  }
  const { input, warnings, standing } = prepare(project, options, finished, { ...target, language });
  const asIs = options.phase === 'full' && options.heal === undefined;
  if (standing === 'finished' && asIs) plan.upToDate.push(dir);
  else if (standing === 'by_hand' && asIs) plan.byHand.push(dir);
  else
    plan.todo.push({ ...target, why: whyOf(standing, input), mode: input.mode, language, input, warnings });
}

function whyOf(standing: Standing, { known, restyle }: CompileInput): string {
  if (standing === 'gone') return 'a file of it is gone';
  if (known.length === 0) return 'never compiled here';
  return restyle ? 'other conventions' : 'its spec, its dependencies or the model changed';
}

/** What has to be known of a project to say how a module stands. */
export interface PreparedFor extends Pick<Project, 'root' | 'graph'> {
  compiler: Pick<Compiler, 'repo' | 'model'>;
}

/** Everything the compile of a module depends on as it is now, and how it stands to the last one. */
export function prepare(
  { root, graph, compiler }: PreparedFor,
  options: Pick<CompileOptions, 'conflict' | 'phase' | 'testFiles' | 'feedback' | 'heal'>,
  finished: FinishedFile,
  { dir, mode, language }: Pick<Planned, 'dir' | 'mode' | 'language'>,
) {
  const before = finished.get(dir);
  const now = hashNow(root);
  const asked = {
    repo: compiler.repo,
    dir,
    language,
    conflict: options.conflict,
    phase: options.phase,
    model: compiler.model,
    testFiles: options.testFiles,
    feedback: options.feedback,
    healing: options.heal?.get(dir) ?? [],
    known: before?.clauses ?? [],
    style: before?.style,
  };
  const prepared = prepareModule(asked, graph, (path) => readTextSync(join(root, path)));
  const standing = standingOf(before, prepared.input.key, now);
  const made = standing === 'gone' ? 'create' : mode;
  const recorded = Object.entries(before?.files ?? {})
    // What somebody has changed since is made anew only with the rest of its module.
    .filter(([path, hash]) => made === 'update' || now(path) === hash)
    .map(([path]) => path);
  return { ...prepared, standing, input: { ...prepared.input, mode: made, recorded } };
}

function specErrors(root: string, dir: string): string | undefined {
  const { diagnostics } = parseSpec(readTextSync(join(root, inModule(dir, 'CLAUDE.md'))) ?? '');
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return undefined;
  return errors.map(({ line, message }) => `CLAUDE.md:${line}: ${message}`).join('; ');
}

/** What is said for one module counts for it; said for many, only where its own files do not tell. */
async function languageOf(
  { inventory, askLanguage }: Project,
  { language, path }: CompileOptions,
  dir: string,
): Promise<Language | { reason: string }> {
  const detected = detectLanguage(dir, inventory);
  const isNamed = path === dir && dir !== '.';
  const isTold = detected.language !== undefined && detected.from === 'folder';
  if (language !== undefined && (isNamed || !isTold)) return language;
  if (detected.language !== undefined) return detected.language;
  const answer = await askLanguage(dir, detected.options);
  return answer ?? { reason: `cannot tell its language; say it with --language` };
}
