import type { Clause } from '../../spec/trace/clauses.ts';
import { languageShown } from '../../spec/compile/result.ts';
import type { Random } from '../../host/random.ts';
import { parseSpec } from '../../spec/parse/parse.ts';
import { fillPrompt, template, untrusted, type PromptValue, type Untrusted } from '../prompt.ts';
import type { CompileInput } from './input.ts';
import type { Context, Workbench } from './scratch/workbench.ts';

export interface PromptFacts {
  random: Random;
  language: 'en' | 'ko';
}

const file = (name: string) => template(new URL(`./${name}.md`, import.meta.url));

export function promptFacts({ host, settings }: Context): PromptFacts {
  return { random: host.random, language: settings.language };
}

export interface RedAsked {
  clauses: readonly Clause[];
  /** Ids of clauses that are gone. */
  retired: readonly string[];
  feedback: readonly string[];
}

export async function redPrompt(
  input: CompileInput,
  { runner, newTestFile }: Pick<Workbench, 'runner' | 'newTestFile'>,
  { clauses, retired, feedback }: RedAsked,
  facts: PromptFacts,
): Promise<string> {
  return fillPrompt(
    await file('red'),
    {
      ...base(input),
      ...conventions(input),
      mode: input.mode,
      conflict: input.conflict,
      runner: runner?.name ?? 'none',
      fileNames: runner?.names.files ?? '',
      testNames: runner?.names.tests ?? '',
      testFile: newTestFile,
      clauses: clauseList(clauses),
      retired: retired.length === 0 ? 'None.' : retired.join(', '),
      planning: said(Object.entries(input.planning).map(([name, body]) => `${name}:\n${body}`)),
      dependencies: said(dependencyLines(input)),
      feedback: said(feedback),
      spec: spec(input),
    },
    facts,
  );
}

export async function reviewPrompt(
  input: CompileInput,
  testFiles: readonly string[],
  facts: PromptFacts,
): Promise<string> {
  return fillPrompt(
    await file('review'),
    {
      dir: input.dir,
      testFiles: testFiles.join(', '),
      clauses: clauseList(input.clauses),
      spec: spec(input),
    },
    facts,
  );
}

export async function greenPrompt(
  input: CompileInput,
  testFiles: readonly string[],
  feedback: readonly string[],
  facts: PromptFacts,
): Promise<string> {
  return fillPrompt(
    await file('green'),
    {
      ...base(input),
      ...conventions(input),
      mode: input.mode,
      conflict: input.conflict,
      testFiles: testFiles.join(', '),
      planning: said(Object.entries(input.planning).map(([name, body]) => `${name}:\n${body}`)),
      dependencies: said(dependencyLines(input)),
      feedback: said(feedback),
      spec: spec(input),
    },
    facts,
  );
}

export async function refactorPrompt(
  input: CompileInput,
  files: readonly string[],
  facts: PromptFacts,
): Promise<string> {
  return fillPrompt(
    await file('refactor'),
    { ...base(input), ...conventions(input), conflict: input.conflict, files: files.join(', ') },
    facts,
  );
}

export async function notesPrompt(
  input: CompileInput,
  files: readonly string[],
  facts: PromptFacts,
): Promise<string> {
  return fillPrompt(
    await file('notes'),
    { dir: input.dir, files: files.join(', '), spec: spec(input) },
    facts,
  );
}

export async function healPrompt(
  dir: string,
  issues: readonly string[],
  facts: PromptFacts,
): Promise<string> {
  return fillPrompt(await file('heal'), { dir, issues: said(issues) }, facts);
}

export async function decompilePrompt(
  dir: string,
  files: readonly string[],
  exports: readonly string[],
  facts: PromptFacts,
): Promise<string> {
  const values = { dir, files: files.join(', '), exports: untrusted(exports.join('\n')) };
  return fillPrompt(await file('decompile'), values, facts);
}

function base({ dir, language }: CompileInput): Record<string, PromptValue> {
  return { dir, language: languageShown(language) };
}

function conventions(input: CompileInput): Record<string, PromptValue> {
  const texts = input.conventions.map(({ file: name, text }) => untrusted(`${name}:\n${text}`));
  return { conventions: texts.length === 0 ? 'The conventions of the language.' : texts };
}

function spec({ claudeMd }: CompileInput): Untrusted {
  return untrusted(JSON.stringify(parseSpec(claudeMd).spec, undefined, 1));
}

function clauseList(clauses: readonly Clause[]): Untrusted {
  return untrusted(clauses.map(({ id, text }) => `${id}: ${text}`).join('\n'));
}

function dependencyLines({ dependencies, references }: CompileInput): string[] {
  return [
    ...dependencies.map(({ dir, exports, behaviors }) =>
      [`${dir} exports:`, ...exports.map((one) => `  ${one}`), ...behaviors.map((one) => `  (${one})`)].join(
        '\n',
      ),
    ),
    ...references,
  ];
}

function said(texts: readonly string[]): PromptValue {
  return texts.length === 0 ? 'Nothing.' : texts.map(untrusted);
}
