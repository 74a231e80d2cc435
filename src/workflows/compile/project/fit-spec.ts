import { join } from 'node:path';
import { readTextSync } from '../../../host/fs/sync-files.ts';
import type { ModuleIssue } from '../../../spec/compile/heal.ts';
import { addDependency, dependsOn, removeDependency } from '../../../spec/edit/dependencies.ts';
import { addDecision } from '../../../spec/edit/domain.ts';
import { addExport, removeExport, setSignature } from '../../../spec/edit/exports.ts';
import { rewriteFile } from '../../../spec/edit/rewrite-file.ts';
import { addStructure, removeStructure } from '../../../spec/edit/structure.ts';
import type { SourceSymbol } from '../../../spec/exports/exported.ts';
import { exportsOfFolder } from '../../../spec/exports/project.ts';
import { isFolder } from '../../../host/fs/sync-files.ts';
import { inModule } from '../../../spec/references/canonical.ts';
import { schemaFor } from '../../../work/verdicts.ts';
import { healPrompt } from '../prompts.ts';
import { healAnswer } from '../results.ts';
import type { Project } from './project.ts';

const HEAL = schemaFor('heal', healAnswer);

/**
 * Brings specs in line with the code; the folders whose CLAUDE.md was changed. `ofThisRun`: the reason of a changed
 * signature is asked for and goes to Domain Context.
 */
export async function fitSpecs(
  project: Project,
  issues: readonly ModuleIssue[],
  ofThisRun: boolean,
): Promise<Set<string>> {
  const changed = new Set<string>();
  for (const [dir, mine] of Map.groupBy(issues, (one) => one.dir)) {
    const file = inModule(dir, 'CLAUDE.md');
    const before = readTextSync(join(project.root, file)) ?? '';
    const { text, mended } = await fitted(project, dir, before, mine);
    if (text === before) continue;
    const after = ofThisRun ? await withReason(project, dir, text, mine, mended) : text;
    const written = await rewriteFile(project.root, file, (now) => (now === before ? after : undefined));
    if (written !== undefined) changed.add(dir);
  }
  return changed;
}

async function fitted(
  { root }: Project,
  dir: string,
  before: string,
  issues: readonly ModuleIssue[],
): Promise<{ text: string; mended: string[] }> {
  const { symbols } = await exportsOfFolder(root, dir);
  const isThere = (path: string) => isFolder(join(root, path));
  let text = before;
  const mended: string[] = [];
  for (const { issue } of issues) {
    const next = fit(text, issue, symbols, isThere);
    if (next === undefined) continue;
    text = next;
    mended.push(issue.name);
  }
  return { text, mended };
}

async function withReason(
  { root, host, compiler }: Project,
  dir: string,
  text: string,
  issues: readonly ModuleIssue[],
  mended: readonly string[],
): Promise<string> {
  if (!issues.some(({ issue }) => issue.kind === 'MISMATCH')) return text;
  const messages = issues.map(({ issue }) => issue.message);
  const facts = { random: host.random, language: compiler.language };
  const prompt = await healPrompt(dir, messages, facts);
  const { reason } = await compiler.ask({ role: 'compile-heal', dir, prompt, cwd: root, schema: HEAL });
  return addDecision(text, mended.join(', '), reason) ?? text;
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
