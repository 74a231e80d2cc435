import { languageOfFile } from '../language/languages.ts';

export interface TestName {
  name: string;
  line: number;
}

const QUOTED = String.raw`(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|\`((?:[^\`\\]|\\.)*)\`)`;
const SCRIPT = /(?<![\w.$])(?:it|test|specify)((?:\.\w+)*)\s*/g;
/** `(table)('name'` and the like: what stands in the first brackets is no name. */
const CURRIED = /\.(?:each|for|skipIf|runIf|extend)$/;
const TITLE = new RegExp(
  String.raw`\(\s*${QUOTED}(?:\s*,\s*\{[^{}]*?\b(?:skip|todo)\s*:\s*(?!\s|false\b)(.))?`,
  'y',
);
const PYTHON = /((?:^[ \t]*@[^\n]*\n)*)^[ \t]*(?:async[ \t]+)?def[ \t]+(test\w*)[ \t]*\(/gm;
const GO =
  /^func[ \t]+(?:\([^)]*\)[ \t]*)?(Test\w+)[ \t]*\(|\bt\.Run\(\s*(?:"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)/gm;
const RUST =
  /#\[(?:\w+::)*test\b[^\]]*\](?:\s*#\[(?!ignore\b)[^\]]*\])*\s*(?:pub\s+)?(?:async\s+)?fn\s+(\w+)/g;
const JAVA =
  /@(?:Parameterized|Repeated)?Test\b(?:\([^)]*\))?((?:\s*@\w+(?:\((?:[^()"]|"(?:[^"\\]|\\.)*")*\))?)*)\s*(?:(?:public|private|protected|internal|static|final|suspend)\s+)*(?:fun\s+(?:`([^`\n]+)`|(\w+))|[\w.]+(?:<[^()\n]{0,80}>)?(?:\[\])*\s+(\w+))\s*\(/g;
const DISPLAY = /@DisplayName\(\s*"((?:[^"\\]|\\.)*)"/;

/** The tests of a file by the names their runner shows, in the order of the text. */
export function testNames(path: string, text: string): TestName[] {
  const language = languageOfFile(path);
  switch (language) {
    case 'typescript':
    case 'javascript':
      return scriptTests(text);
    case 'python':
      return [...text.matchAll(PYTHON)].flatMap(([whole, marks = '', name = ''], at, all) => {
        const index = (all[at]?.index ?? 0) + whole.lastIndexOf('def');
        return /\.skip\b/.test(marks) ? [] : [{ name, line: lineAt(text, index) }];
      });
    case 'go':
      return found(text, GO);
    case 'rust':
      return found(text, RUST);
    case 'java':
    case 'kotlin':
      return [...text.matchAll(JAVA)].flatMap((match) => {
        const [, marks = '', quoted, plain, method] = match;
        if (/@(?:Disabled|Ignore)\b/.test(marks)) return [];
        const before = /(?:@DisplayName\((?:[^()"]|"(?:[^"\\]|\\.)*")*\)\s*)+$/.exec(
          text.slice(0, match.index),
        );
        const title = DISPLAY.exec(marks)?.[1] ?? DISPLAY.exec(before?.[0] ?? '')?.[1];
        const own = quoted ?? plain ?? method ?? '';
        return [{ name: title === undefined ? own : `${own} ${title}`, line: lineAt(text, match.index) }];
      });
    case undefined:
      return [];
  }
  return language satisfies never;
}

/** Tests that are never run are none: `test.skip`, `it.todo`, `{ skip: true }`. */
function scriptTests(text: string): TestName[] {
  const names: TestName[] = [];
  for (const match of text.matchAll(SCRIPT)) {
    const [whole, modifiers = ''] = match;
    if (/\.(?:skip|todo)\b/.test(modifiers)) continue;
    const after = match.index + whole.length;
    TITLE.lastIndex = CURRIED.test(modifiers) ? afterBrackets(text, after) : after;
    const [, ...said] = TITLE.exec(text) ?? [];
    const skipped = said.pop();
    const name = said.find((group) => group !== undefined);
    if (name !== undefined && skipped === undefined) names.push({ name, line: lineAt(text, match.index) });
  }
  return names;
}

const LONGEST_TABLE = 20_000;

/** Behind the brackets, or the table between backquotes, that begin here. */
function afterBrackets(text: string, from: number): number {
  const part = text.slice(from, from + LONGEST_TABLE);
  let depth = 0;
  for (const { 0: token, index } of part.matchAll(
    /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`|[([{]|[)\]}]/g,
  )) {
    if (/^[([{]$/.test(token)) depth += 1;
    else if (/^[)\]}]$/.test(token)) depth -= 1;
    if (depth > 0) continue;
    const end = index + token.length;
    return from + end + (/^\s*/.exec(part.slice(end))?.[0].length ?? 0);
  }
  return from;
}

function found(text: string, pattern: RegExp): TestName[] {
  return [...text.matchAll(pattern)].map((match) => ({
    name: match.slice(1).find((group) => group !== undefined) ?? '',
    line: lineAt(text, match.index),
  }));
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Whether the name of a test carries a clause's id: `B1: …`, `test_b1_…`, `TestB1Valid`, `UC1_…` for UC-1. */
export function carriesId(name: string, id: string): boolean {
  const [, letters = '', number = ''] = /^(\D+?)-?(\d+)$/.exec(id) ?? [];
  if (number === '') return name.includes(id);
  const upper = new RegExp(`(?<![A-Z0-9])${letters}[-_]?${number}(?![0-9])`);
  const lower = new RegExp(`(?<![A-Za-z0-9])${letters.toLowerCase()}[-_]?${number}(?![A-Za-z0-9])`);
  return upper.test(name) || lower.test(name);
}
