import { languageOfFile } from '../language/languages.ts';

export interface TestName {
  name: string;
  line: number;
}

const QUOTED = String.raw`(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|\`((?:[^\`\\]|\\.)*)\`)`;
const SCRIPT = new RegExp(
  String.raw`(?<![\w.$])(?:it|test|specify)(?:\.\w+)*\s*(?:\([^()\n]*\)\s*)?\(\s*${QUOTED}`,
  'g',
);
const PYTHON = /^[ \t]*(?:async[ \t]+)?def[ \t]+(test\w*)[ \t]*\(/gm;
const GO =
  /^func[ \t]+(?:\([^)]*\)[ \t]*)?(Test\w+)[ \t]*\(|\bt\.Run\(\s*(?:"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)/gm;
const RUST = /#\[(?:\w+::)*test\b[^\]]*\](?:\s*#\[[^\]]*\])*\s*(?:pub\s+)?(?:async\s+)?fn\s+(\w+)/g;
const JAVA =
  /@(?:Parameterized|Repeated)?Test\b(?:\([^)]*\))?((?:\s*@\w+(?:\((?:[^()"]|"(?:[^"\\]|\\.)*")*\))?)*)\s*(?:(?:public|private|protected|internal|static|final|suspend)\s+)*(?:fun\s+(?:`([^`\n]+)`|(\w+))|[\w.]+(?:<[^()\n]{0,80}>)?(?:\[\])*\s+(\w+))\s*\(/g;
const DISPLAY = /@DisplayName\(\s*"((?:[^"\\]|\\.)*)"/;

/** The tests of a file by the names their runner shows, in the order of the text. */
export function testNames(path: string, text: string): TestName[] {
  const language = languageOfFile(path);
  switch (language) {
    case 'typescript':
    case 'javascript':
      return found(text, SCRIPT);
    case 'python':
      return found(text, PYTHON);
    case 'go':
      return found(text, GO);
    case 'rust':
      return found(text, RUST);
    case 'java':
    case 'kotlin':
      return [...text.matchAll(JAVA)].map((match) => {
        const [, marks = '', quoted, plain, method] = match;
        const before = /(?:@DisplayName\((?:[^()"]|"(?:[^"\\]|\\.)*")*\)\s*)+$/.exec(
          text.slice(0, match.index),
        );
        const title = DISPLAY.exec(marks)?.[1] ?? DISPLAY.exec(before?.[0] ?? '')?.[1];
        const own = quoted ?? plain ?? method ?? '';
        return { name: title === undefined ? own : `${own} ${title}`, line: lineAt(text, match.index) };
      });
    case undefined:
      return [];
  }
  return language satisfies never;
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
