import type { DriftIssue } from '../drift/issue.ts';
import type { ModuleDrift } from '../drift/module.ts';

/** What this run made: files and the symbols in them. */
export interface Made {
  files: ReadonlySet<string>;
  /** `folder#name`. */
  symbols: ReadonlySet<string>;
  /** Modules all of whose sources it made: there is no older code whose exports and imports could be meant. */
  modules: ReadonlySet<string>;
}

export interface ModuleIssue {
  dir: string;
  issue: DriftIssue;
}

/** Issues in what this run made heal by themselves; the others are a person's to decide. */
export function classifyIssues(
  modules: readonly ModuleDrift[],
  made: Made,
): { related: ModuleIssue[]; unrelated: ModuleIssue[] } {
  const related: ModuleIssue[] = [];
  const unrelated: ModuleIssue[] = [];
  for (const { dir, issues } of modules)
    for (const issue of issues) (isRelated(dir, issue, made) ? related : unrelated).push({ dir, issue });
  return { related, unrelated };
}

function isRelated(dir: string, { name, section }: DriftIssue, { files, symbols, modules }: Made): boolean {
  if (modules.has(dir) && (section === 'Exports' || section === 'Dependencies')) return true;
  const path = dir === '.' ? name : `${dir}/${name}`;
  return files.has(path) || symbols.has(`${dir}#${name}`);
}

/** The three answers to issues in code that this run did not make. */
export const HEAL_ANSWERS = ['spec', 'code', 'ignore'] as const;
export type HealAnswer = (typeof HEAL_ANSWERS)[number];

export const HEAL_ROUNDS = 3;

/** The question, word for word as it is agreed on, and its options in their order. */
export function healQuestion(issues: readonly ModuleIssue[]): { text: string; options: string[] } {
  const lines = issues.map(
    ({ dir, issue }) => `    - ${dir === '.' ? '' : `${dir}/`}CLAUDE.md:${issue.line}: ${issue.message}`,
  );
  return {
    text: ['기존 코드에서 발견된 이슈입니다:', ...lines, '', '어떻게 처리할까요?'].join('\n'),
    options: ['CLAUDE.md 수정 (코드에 맞춤) - Recommended', '코드 수정 (CLAUDE.md에 맞춤)', '무시하고 진행'],
  };
}
