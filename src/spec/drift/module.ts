import type { FolderExports } from '../exports/folder.ts';
import { findSections } from '../parse/sections.ts';
import { readBlocks } from '../parse/blocks/blocks.ts';
import { Source } from '../parse/blocks/source.ts';
import type { SectionName } from '../parse/names.ts';
import { parseSpec } from '../parse/parse.ts';
import { clausesOf, type KnownClause } from '../trace/clauses.ts';
import { behaviorDrift } from './behavior.ts';
import { dependenciesDrift, type ImportFacts } from './dependencies.ts';
import { exportsDrift } from './exports.ts';
import type { DriftIssue } from './issue.ts';
import { structureDrift, type FolderContents } from './structure.ts';

/** One module of the output of `autodev spec drift`. */
export interface ModuleDrift {
  dir: string;
  status: 'good' | 'advise' | 'needs_work';
  export_coverage: number;
  issues: DriftIssue[];
}

/** Everything that is compared with a CLAUDE.md. */
export interface ModuleFacts {
  dir: string;
  claudeMd: string;
  /** The ids that its clauses had when it was compiled. */
  known: readonly KnownClause[];
  contents: FolderContents;
  exports: FolderExports;
  imports: ImportFacts;
  /** The texts of its test files, read only when there is behavior to look for. */
  tests: () => readonly string[];
}

/** How far a module and its CLAUDE.md have drifted apart. */
export function moduleDrift(facts: ModuleFacts): ModuleDrift {
  const { spec } = parseSpec(facts.claudeMd);
  const lines = sectionLines(facts.claudeMd);
  const { symbols, language } = facts.exports;
  const exported = exportsDrift(spec, lines.get('Exports') ?? 1, symbols, language ?? undefined);
  const idAt = new Map(clausesOf(spec, facts.known).map(({ id, line }) => [line, id]));
  const structureLine = lines.get('Structure');
  const dependenciesLine = lines.get('Dependencies');
  const issues = [
    // Structure and Dependencies are written where they apply: without them there is nothing to differ from.
    ...(structureLine === undefined ? [] : structureDrift(spec, structureLine, facts.contents)),
    ...exported.issues,
    ...(dependenciesLine === undefined ? [] : dependenciesDrift(spec, dependenciesLine, facts.imports)),
    ...(spec.behaviors.length === 0
      ? []
      : behaviorDrift(spec.behaviors, facts.tests(), (line) => idAt.get(line))),
  ];
  return {
    dir: facts.dir,
    status: driftStatus(issues.length, exported.coverage),
    export_coverage: exported.coverage,
    issues,
  };
}

/** Whether a CLAUDE.md specifies a folder at all; one that only holds conventions does not. */
export function isSpecification(claudeMd: string): boolean {
  const lines = sectionLines(claudeMd);
  return (['Exports', 'Structure', 'Behavior', 'Dependencies'] as const).some((name) => lines.has(name));
}

/** Whether the CLAUDE.md at the root specifies a module: many only tell how a project is laid out and worked on. */
export function isRootModule(claudeMd: string): boolean {
  const lines = sectionLines(claudeMd);
  return lines.has('Exports') || lines.has('Behavior');
}

export function driftStatus(issues: number, coverage: number): ModuleDrift['status'] {
  if (issues === 0 && coverage === 100) return 'good';
  return issues > 2 || coverage < 90 ? 'needs_work' : 'advise';
}

function sectionLines(text: string): Map<SectionName, number> {
  const lines = new Map<SectionName, number>();
  for (const { name, line } of findSections(readBlocks(new Source(text)).blocks))
    if (!lines.has(name)) lines.set(name, line);
  return lines;
}
