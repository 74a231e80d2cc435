import { join } from 'node:path';
import { readTextSync } from '../../host/fs/sync-files.ts';
import {
  classifyIssues,
  HEAL_ROUNDS,
  healQuestion,
  type HealAnswer,
  type ModuleIssue,
} from '../../spec/compile/heal.ts';
import { projectDrift } from '../../spec/drift/project.ts';
import { addDecision } from '../../spec/edit/domain.ts';
import { addExport, setSignature } from '../../spec/edit/exports.ts';
import { addStructure, removeStructure } from '../../spec/edit/structure.ts';
import { exportsOfFolder } from '../../spec/exports/project.ts';
import type { SourceSymbol } from '../../spec/exports/exported.ts';
import { schemaFor } from '../../work/verdicts.ts';
import {
  compilePlanned,
  planCompile,
  type Compilation,
  type CompileOptions,
  type Project,
} from './project.ts';
import { healPrompt } from './prompts.ts';
import { healAnswer } from './results.ts';

export interface Healed {
  rounds: number;
  status: 'good' | 'warning';
  /** What is left, in words. */
  issues: string[];
}

const HEAL = schemaFor('heal', healAnswer);

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
  const dirs = new Set([...done.results.map(({ target_dir }) => target_dir), ...done.byHand]);
  for (let rounds = 0; ; rounds += 1) {
    signal.throwIfAborted();
    const modules =
      dirs.size === 0
        ? []
        : (await projectDrift(project.root, '')).modules.filter(({ dir }) => dirs.has(dir));
    const bad = modules.filter(({ status }) => status !== 'good');
    if (bad.length === 0) return { rounds, status: 'good', issues: [] };
    const { related, unrelated } = classifyIssues(bad, await madeBy(project, done));
    const left = [...related, ...unrelated].map(shown);
    if (rounds >= HEAL_ROUNDS) return { rounds, status: 'warning', issues: left };
    if (related.length > 0) {
      const changed = await fitSpec(project, related, true);
      await recompile(project, options, done, signal, healing(related, changed));
      continue;
    }
    const said = unrelated.length === 0 ? 'ignore' : await answer(healQuestion(unrelated));
    if (said === 'ignore') return { rounds, status: 'warning', issues: left };
    if (said === 'spec') {
      const changed = await fitSpec(project, unrelated, false);
      if (changed.size === 0) return { rounds, status: 'warning', issues: left };
      await recompile(project, options, done, signal, new Map([...changed].map((dir) => [dir, []])));
    } else {
      const all = new Map<string, string[]>();
      for (const { dir, issue } of unrelated) all.set(dir, [...(all.get(dir) ?? []), issue.message]);
      await recompile(project, { ...options, conflict: 'overwrite' }, done, signal, all);
    }
  }
}

/** Where the spec could be brought in line there is nothing to mend in the code. */
function healing(issues: readonly ModuleIssue[], changed: ReadonlySet<string>): Map<string, string[]> {
  const wanted = new Map<string, string[]>();
  for (const { dir, issue } of issues)
    wanted.set(dir, changed.has(dir) ? [] : [...(wanted.get(dir) ?? []), issue.message]);
  return wanted;
}

async function madeBy({ root }: Project, { results }: Compilation) {
  const files = new Set(results.flatMap(({ generated_files }) => generated_files));
  const symbols = new Set<string>();
  for (const { target_dir } of results)
    for (const { name, file } of (await exportsOfFolder(root, target_dir)).symbols)
      if (files.has(file)) symbols.add(`${target_dir}#${name}`);
  return { files, symbols };
}

/** Brings specs in line with the code; the folders whose CLAUDE.md was changed. */
async function fitSpec(
  project: Project,
  issues: readonly ModuleIssue[],
  withReason: boolean,
): Promise<Set<string>> {
  const { root, host, compiler } = project;
  const changed = new Set<string>();
  for (const dir of new Set(issues.map((one) => one.dir))) {
    const path = join(root, dir === '.' ? 'CLAUDE.md' : `${dir}/CLAUDE.md`);
    const before = readTextSync(path) ?? '';
    const mine = issues.filter((one) => one.dir === dir).map(({ issue }) => issue);
    const { symbols } = await exportsOfFolder(root, dir);
    let text = before;
    const mended: string[] = [];
    for (const issue of mine) {
      const next = fitted(text, issue, symbols);
      if (next === undefined) continue;
      text = next;
      mended.push(issue.name);
    }
    if (text === before) continue;
    if (withReason && mine.some(({ kind }) => kind === 'MISMATCH')) {
      const facts = { random: host.random, language: compiler.language };
      const prompt = await healPrompt(
        dir,
        mine.map(({ message }) => message),
        facts,
      );
      const { reason } = await compiler.ask('compile-heal', prompt, root, HEAL);
      text = addDecision(text, mended.join(', '), reason) ?? text;
    }
    await host.files.write(path, text);
    changed.add(dir);
  }
  return changed;
}

function fitted(
  text: string,
  { kind, section, name }: ModuleIssue['issue'],
  symbols: readonly SourceSymbol[],
): string | undefined {
  if (section === 'Structure')
    return kind === 'UNCOVERED'
      ? addStructure(text, name, 'part of the module')
      : removeStructure(text, name);
  const symbol = symbols.find((one) => one.name === name || one.alias === name);
  if (section !== 'Exports' || symbol === undefined) return undefined;
  return kind === 'MISMATCH'
    ? setSignature(text, name, symbol.signature)
    : addExport(text, { ...symbol, name });
}

async function recompile(
  project: Project,
  options: CompileOptions,
  done: Compilation,
  signal: AbortSignal,
  heal: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const again: CompileOptions = {
    ...options,
    path: '.',
    incremental: false,
    cascade: false,
    phase: 'full',
    heal,
  };
  const plan = await planCompile(project, again);
  const { results, refused, warnings } = await compilePlanned(project, again, plan, signal);
  for (const result of results) {
    const at = done.results.findIndex(({ target_dir }) => target_dir === result.target_dir);
    const before = done.results[at];
    if (before === undefined) done.results.push(result);
    else
      done.results[at] = {
        ...result,
        generated_files: [...new Set([...before.generated_files, ...result.generated_files])],
        overwritten_files: [...new Set([...before.overwritten_files, ...result.overwritten_files])],
        skipped_files: before.skipped_files,
        retry_count: before.retry_count + result.retry_count,
      };
  }
  done.refused.push(...refused);
  done.warnings.push(...warnings);
}

function shown({ dir, issue }: ModuleIssue): string {
  return `${dir === '.' ? '' : `${dir}/`}CLAUDE.md:${issue.line}: ${issue.kind} ${issue.message}`;
}
