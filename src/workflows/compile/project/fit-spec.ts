import { join } from 'node:path';
import { readTextSync } from '../../../host/fs/sync-files.ts';
import type { ModuleIssue } from '../../../spec/compile/heal.ts';
import { RESULTS_FOLDER } from '../../../spec/compile/result.ts';
import { addDependency, dependsOn, removeDependency } from '../../../spec/edit/dependencies.ts';
import { addDecision } from '../../../spec/edit/domain.ts';
import { addExport, removeExport, setSignature } from '../../../spec/edit/exports.ts';
import { rewriteFile } from '../../../spec/edit/rewrite-file.ts';
import { addStructure, removeStructure } from '../../../spec/edit/structure.ts';
import type { SourceSymbol } from '../../../spec/exports/exported.ts';
import { exportsOfFolder } from '../../../spec/exports/project.ts';
import { isFolder } from '../../../host/fs/sync-files.ts';
import { inModule } from '../../../spec/references/canonical.ts';
import { messageOf } from '../../../work/errors.ts';
import { schemaFor } from '../../../work/verdicts.ts';
import { healPrompt } from '../prompts.ts';
import { healAnswer } from '../results.ts';
import type { Project } from './project.ts';

const HEAL = schemaFor('heal', healAnswer);

/** Says why the code of a module differs from its spec; undefined where nobody can tell. */
type Reason = (dir: string, issues: readonly ModuleIssue[]) => Promise<string | undefined>;

interface Fitted {
  /** Folders whose CLAUDE.md was changed. */
  changed: Set<string>;
  /** Issues that are none any more. */
  fitted: Set<ModuleIssue>;
}

/**
 * Brings specs in line with the code. The reason for what this run made goes to Domain Context, and what a spec promises
 * is never taken out of it because the run did not make it; older code has no reason to tell, and is as it is.
 */
export async function fitSpecs(
  project: Project,
  issues: readonly ModuleIssue[],
  reasonFor?: Reason,
): Promise<Fitted> {
  const all: Fitted = { changed: new Set(), fitted: new Set() };
  for (const [dir, mine] of Map.groupBy(issues, (one) => one.dir)) {
    const file = inModule(dir, 'CLAUDE.md');
    const before = readTextSync(join(project.root, file)) ?? '';
    const { text, mended } = await mendedSpec(project, dir, before, mine, reasonFor === undefined);
    if (text === before) continue;
    const reason = await reasonFor?.(dir, mended);
    const names = [...new Set(mended.map(({ issue }) => issue.name))].join(', ');
    const after = reason === undefined ? text : (addDecision(text, names, reason) ?? text);
    const written = await rewriteFile(
      project.root,
      file,
      (now) => (now === before ? after : undefined),
      join(project.root, RESULTS_FOLDER),
    );
    if (written === undefined) continue;
    all.changed.add(dir);
    for (const one of mended) all.fitted.add(one);
  }
  return all;
}

async function mendedSpec(
  { root }: Project,
  dir: string,
  before: string,
  issues: readonly ModuleIssue[],
  mayRemove: boolean,
): Promise<{ text: string; mended: ModuleIssue[] }> {
  const { symbols } = await exportsOfFolder(root, dir);
  const isThere = (path: string) => isFolder(join(root, path));
  let text = before;
  const mended: ModuleIssue[] = [];
  for (const one of issues) {
    if (!mayRemove && isPromise(text, one.issue)) continue;
    const next = fit(text, one.issue, symbols, isThere);
    if (next === undefined) continue;
    text = next;
    mended.push(one);
  }
  return { text, mended };
}

/** The spec says it, and the code does not have it. */
function isPromise(text: string, { kind, section, name }: ModuleIssue['issue']): boolean {
  return kind === 'STALE' || (kind === 'ORPHAN' && (section !== 'Dependencies' || dependsOn(text, name)));
}

/** Asks an agent. Where it gives no answer the spec is brought in line all the same, and that is told. */
export function askedReason(
  { root, host, compiler }: Project,
  signal: AbortSignal,
  warn: (dir: string, message: string) => void,
): Reason {
  return async (dir, issues) => {
    const messages = issues.map(({ issue }) => issue.message);
    const prompt = await healPrompt(dir, messages, { random: host.random, language: compiler.language });
    try {
      const answer = await compiler.ask({ role: 'compile-heal', dir, prompt, cwd: root, schema: HEAL });
      return answer.reason;
    } catch (error) {
      signal.throwIfAborted();
      warn(dir, `Domain Context does not say why CLAUDE.md was changed: ${messageOf(error)}`);
      return undefined;
    }
  };
}

/** The text in which this issue is none, or undefined where code cannot tell how. */
function fit(
  text: string,
  { kind, section, name }: ModuleIssue['issue'],
  symbols: readonly SourceSymbol[],
  isThere: (path: string) => boolean,
): string | undefined {
  switch (section) {
    case 'Structure':
      return kind === 'UNCOVERED'
        ? addStructure(text, name, 'part of the module')
        : removeStructure(text, name);
    case 'Dependencies':
      return dependsOn(text, name)
        ? removeDependency(text, name)
        : addDependency(text, isThere(name) ? 'internal' : 'external', name);
    case 'Exports':
      return fitExport(text, kind, name, symbols);
    case 'Behavior':
      return undefined;
  }
  return section satisfies never;
}

function fitExport(
  text: string,
  kind: ModuleIssue['issue']['kind'],
  name: string,
  symbols: readonly SourceSymbol[],
): string | undefined {
  if (kind === 'STALE') return removeExport(text, name);
  const symbol = symbols.find((one) => one.name === name || one.alias === name);
  if (symbol === undefined) return undefined;
  return kind === 'MISMATCH'
    ? setSignature(text, name, symbol.signature)
    : addExport(text, { ...symbol, name });
}
