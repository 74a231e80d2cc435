import type { Exported } from '../exports/exported.ts';
import { specSymbols } from '../diff/spec-symbols.ts';
import type { ClaudeMdSpec } from '../spec.ts';
import type { Clause } from './clauses.ts';
import { carriesId, testNames } from './test-names.ts';

/** A clause with the tests that carry its id and the symbols it is about. */
export interface TracedClause {
  id: string;
  kind: Clause['kind'];
  text: string;
  line: number;
  tests: { file: string; name: string; line: number }[];
  symbols: string[];
}

export interface TestFile {
  path: string;
  text: string;
}

/** clause → tests → symbols of one module. */
export function traceModule(
  spec: ClaudeMdSpec,
  clauses: readonly Clause[],
  tests: readonly TestFile[],
  exported: readonly Pick<Exported, 'name'>[],
): TracedClause[] {
  const bodies = tests.flatMap(({ path, text }) => {
    const names = testNames(path, text);
    const lines = text.split('\n');
    return names.map(({ name, line }, at) => ({
      file: path,
      name,
      line,
      body: lines.slice(line - 1, (names[at + 1]?.line ?? lines.length + 1) - 1).join('\n'),
    }));
  });
  const symbols = [...new Set([...specSymbols(spec), ...exported].map(({ name }) => name))];
  return clauses.map(({ id, kind, text, line, symbol }) => {
    const mine = bodies.filter(({ name }) => carriesId(name, id));
    const used = symbols.filter(
      (name) =>
        name === symbol || [text, ...mine.map(({ body }) => body)].some((said) => hasWord(said, name)),
    );
    return {
      id,
      kind,
      text,
      line,
      tests: mine.map(({ file, name, line: at }) => ({ file, name, line: at })),
      symbols: used,
    };
  });
}

/** The clauses that no test carries. A use case is tested by the tests of its own behaviors, too. */
export function untested(spec: ClaudeMdSpec, traced: readonly TracedClause[]): TracedClause[] {
  const tested = new Set(traced.filter(({ tests }) => tests.length > 0).map(({ line }) => line));
  return traced.filter(({ kind, tests, line }) => {
    if (tests.length > 0) return false;
    if (kind !== 'use_case') return true;
    const own = spec.use_cases.find((one) => one.line === line)?.behaviors ?? [];
    return own.length === 0 || !own.every((behavior) => tested.has(behavior.line));
  });
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const isWord = (char: string | undefined) => char !== undefined && /[\w$]/.test(char);
    if (!isWord(text[at - 1]) && !isWord(text[at + word.length])) return true;
  }
  return false;
}
