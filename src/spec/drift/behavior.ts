import type { Behavior } from '../spec.ts';
import { carriesId } from '../trace/test-names.ts';
import type { DriftIssue } from './issue.ts';

/**
 * Behavior that no test seems to check. A test whose first line carries the behavior's id checks it; otherwise words
 * are compared, so this is a hint, but the same one every time. `idAt` gives the id of the behavior on a line.
 */
export function behaviorDrift(
  behaviors: readonly Behavior[],
  tests: readonly string[],
  idAt: (line: number) => string | undefined,
): DriftIssue[] {
  const texts = tests.flatMap(testCases);
  const titles = texts.map(titleOf);
  const cases = texts.map((text) => new Set(words(text)));
  const hasKorean = cases.some((one) => [...one].some(isKorean));
  return behaviors.flatMap((behavior): DriftIssue[] => {
    const id = idAt(behavior.line);
    if (id !== undefined && titles.some((title) => carriesId(title, id))) return [];
    const wanted = words(`${behavior.input} ${behavior.output}`).filter(
      (word) => hasKorean || !isKorean(word),
    );
    // Nothing to compare by (another language): as many tests as behaviors have to do.
    const isTested =
      wanted.length === 0
        ? cases.length >= behaviors.length
        : cases.some((one) => 2 * wanted.filter((word) => contains(one, word)).length >= wanted.length);
    if (isTested) return [];
    const name = `${behavior.input} → ${behavior.output}`;
    const message = cases.length === 0 ? 'the module has no tests' : 'no test seems to check this';
    return [{ kind: 'UNTESTED', section: 'Behavior', name, line: behavior.line, message }];
  });
}

const CASE_START =
  /^[ \t]*(?:(?:it|test|describe|context|specify|suite)(?:\.\w+)*\s*\(|(?:async\s+)?def\s+test|func\s+(?:\([^)]*\)\s*)?Test|t\.Run\(|#\[(?:\w+::)*test\b|@(?:Parameterized)?Test\b)/gm;

/** Each test with its title and body; what stands around it (a suite's title) goes with the first. */
export function testCases(text: string): string[] {
  const starts = [...text.matchAll(CASE_START)].map((found) => found.index);
  return starts.map((start, at) => text.slice(start, starts[at + 1] ?? text.length));
}

/** What a test is called: its first line, with the lines of marks above a method. */
function titleOf(text: string): string {
  return /^(?:\s*[@#][^\n]*\n)*[^\n]*/.exec(text)?.[0] ?? '';
}

const IGNORED = new Set(
  (
    'the and for with from that this then when given should must will are was were has have been into not ' +
    'return returns returned result test tests expect assert equal equals true false null none value values ' +
    'throw throws raise raises get gets call called calls'
  ).split(' '),
);

/** Words of a sentence or of code, split at case changes; short ones and those every test has are left out. */
function words(text: string): string[] {
  const split = text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\d]+/gu);
  return [...new Set(split ?? [])].filter(
    (word) =>
      (isKorean(word) ? word.length >= 2 : word.length >= 3 || /^\d+$/.test(word)) && !IGNORED.has(word),
  );
}

/** The word itself, or another form of it: the longer of two begins with the stem of the shorter. */
function contains(known: ReadonlySet<string>, word: string): boolean {
  if (known.has(word)) return true;
  const stem = isKorean(word) ? word.slice(0, 2) : word.length > 5 ? word.slice(0, -2) : word;
  if (!isKorean(word) && stem.length < 4) return false;
  for (const other of known)
    if (other.startsWith(stem) && Math.abs(other.length - word.length) <= 4) return true;
  return false;
}

function isKorean(word: string): boolean {
  return /\p{Script=Hangul}/u.test(word);
}
