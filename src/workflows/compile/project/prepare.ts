import { compileKey } from '../../../spec/compile/finished.ts';
import { specSymbols } from '../../../spec/diff/spec-symbols.ts';
import { isRootModule } from '../../../spec/drift/module.ts';
import type { DependencyGraph } from '../../../spec/graph/graph.ts';
import { readImplements } from '../../../spec/implements/read.ts';
import type { Language } from '../../../spec/language/languages.ts';
import { parseSpec } from '../../../spec/parse/parse.ts';
import { canonicalPath, claudeMdOf, folderOf } from '../../../spec/references/canonical.ts';
import { clausesOf, type KnownClause } from '../../../spec/trace/clauses.ts';
import { sha256 } from '../../../host/hash.ts';
import { COMPILE_PROMPTS_VERSION, type CompileInput } from '../input.ts';

type Read = (path: string) => string | undefined;

export interface Asked {
  repo: string;
  dir: string;
  language: Language;
  conflict: 'skip' | 'overwrite';
  phase: 'full' | 'red' | 'green-refactor';
  model: string;
  testFiles: readonly string[];
  feedback: readonly string[];
  healing: readonly string[];
  known: readonly KnownClause[];
  /** Of the last compile. */
  style: string | undefined;
}

export interface Prepared {
  /** Without what depends on how the module stands to its last compile. */
  input: Omit<CompileInput, 'mode' | 'recorded'>;
  warnings: string[];
}

/** Everything the compile of a module depends on, out of its spec and those around it. */
export function prepareModule(asked: Asked, graph: DependencyGraph, read: Read): Prepared {
  const { dir } = asked;
  const own = dir === '.' ? '' : dir;
  const claudeMd = read(claudeMdOf(own)) ?? '';
  const { spec, references } = parseSpec(claudeMd);
  const { planning } = readImplements(read(own === '' ? 'IMPLEMENTS.md' : `${own}/IMPLEMENTS.md`) ?? '');
  const conventions = conventionsOf(dir, read);
  const specOf = (at: string) => parseSpec(read(claudeMdOf(at === '.' ? '' : at)) ?? '').spec;
  const edges = graph.edges.filter(({ from, valid }) => from === dir && valid);
  const dependencies = edges.map(({ to }) => {
    const theirs = specOf(to);
    return {
      dir: to,
      exports: specSymbols(theirs).map(({ signature }) => signature),
      behaviors: theirs.behaviors.map(({ input, output }) => `${input} → ${output}`),
    };
  });
  const used = Object.fromEntries(
    edges.map(({ to, symbols }) => {
      const all = specSymbols(specOf(to)).filter(
        ({ name }) => symbols.length === 0 || symbols.includes(name),
      );
      return [to, all.map(({ signature }) => signature)];
    }),
  );
  const resolved = spec.schema_version.startsWith('2')
    ? references.map((one) => resolve(own, one, specOf))
    : [];
  const key = compileKey({
    claudeMd,
    planning,
    conventions: conventions.map(({ text }) => text),
    dependencies: used,
    language: asked.language,
    promptsVersion: COMPILE_PROMPTS_VERSION,
    model: asked.model,
  });
  const style = styleOf(conventions);
  const convention = conventions.find(({ file }) => file === 'code-convention.md');
  const input: Prepared['input'] = {
    repo: asked.repo,
    // With the key: a module that was compiled often is not at the end of its budget for that.
    number: numberOf(`${dir} ${key}`),
    title: `compile ${dir}`,
    author: '',
    contentHash: key,
    baseRef: '',
    baseSha: '',
    lesson: null,
    dir,
    language: asked.language,
    conflict: asked.conflict,
    phase: asked.phase,
    claudeMd,
    planning,
    conventions,
    hasConvention: convention !== undefined,
    lint: lintCommand(convention?.text ?? ''),
    dependencies,
    references: resolved.flatMap(({ text }) => (text === undefined ? [] : [text])),
    clauses: clausesOf(spec, asked.known),
    known: [...asked.known],
    key,
    style,
    restyle: asked.style !== undefined && asked.style !== style,
    testFiles: [...asked.testFiles],
    feedback: [...asked.feedback],
    healing: [...asked.healing],
  };
  const warnings = [
    ...(convention === undefined
      ? ['code-convention.md is missing: the conventions of the language apply']
      : []),
    ...resolved.flatMap(({ warning }) => (warning === undefined ? [] : [warning])),
  ];
  return { input, warnings };
}

/** code-convention.md, then the root CLAUDE.md. */
function conventionsOf(dir: string, read: Read): { file: string; text: string }[] {
  const files = ['code-convention.md', ...(dir === '.' ? [] : ['CLAUDE.md'])];
  return files.flatMap((file) => {
    const text = read(file);
    return text === undefined ? [] : [{ file, text }];
  });
}

/** A root CLAUDE.md that specifies a module is no convention of the others: what it promises may change without them. */
function styleOf(conventions: readonly { file: string; text: string }[]): string {
  const style = conventions.filter(({ file, text }) => file !== 'CLAUDE.md' || !isRootModule(text));
  return sha256(JSON.stringify(style));
}

/** ``Lint: `npm run lint -- --fix` ``: a command without anything a shell would read. */
function lintCommand(text: string): string[] {
  const said = /^.*\blint\b[^\n`]*`([^`\n]+)`/im.exec(text)?.[1]?.trim() ?? '';
  return said === '' || /[;&|<>$"'\\(){}*?]/.test(said) ? [] : said.split(/\s+/);
}

function resolve(
  dir: string,
  mention: { path: string; symbol: string; line: number },
  specOf: (dir: string) => ReturnType<typeof parseSpec>['spec'],
): { text?: string; warning?: string } {
  const target = folderOf(canonicalPath(dir, mention.path));
  const spec = specOf(target === '' ? '.' : target);
  const anchor = `${claudeMdOf(target)}#${mention.symbol}`;
  const symbol = specSymbols(spec).find(({ name }) => name === mention.symbol);
  if (symbol !== undefined) return { text: `${anchor} is ${symbol.signature}` };
  if (spec.use_cases.some(({ id }) => id === mention.symbol)) return {};
  return { warning: `line ${mention.line}: ${anchor} leads nowhere` };
}

/** Numbers of work items have at most ten digits. */
const LARGEST = 9_999_999_999;

/** Ids of work items have numbers: the same every time for the same text. */
export function numberOf(text: string): number {
  return (Number.parseInt(sha256(text).slice(0, 12), 16) % LARGEST) + 1;
}
