import type { Changed } from './changed-in.ts';

const anyOf = (...patterns: RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'));

const TEST_FILE = anyOf(
  /(?:^|\/)(?:tests?|__tests__|spec)\//,
  /(?:^|\/)(?:test_[^/]*|tests?)\.py$/,
  /(?:^|\/)tests?\.[cm]?[jt]sx?$/,
  /[._-](?:test|spec)\.[a-z]+$/,
  /_test\.(?:go|py|rb|exs?)$/,
  /Tests?\.(?:java|kt|cs|swift|scala|php)$/,
);
const TEST_CASE =
  /^\s*(?:(?:test|it)(?:\.\w+)?\s*\(|(?:async\s+)?def\s+test_|func\s+Test|#\[(?:\w+::)?test\]|@Test\b|@ParameterizedTest\b)/;
const SKIPPED = anyOf(
  /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|skipIf|runIf|todo|only)\b/,
  /\b(?:t|ctx|context|this)\.(?:skip|todo)\s*\(/,
  /\bx(?:it|describe|test)\s*\(/,
  /@pytest\.mark\.(?:skip|xfail)|\bpytest\.skip\s*\(|@unittest\.skip|\bself\.skipTest\s*\(/,
  /\bt\.Skip(?:f|Now)?\s*\(|#\[ignore\b|@(?:Ignore|Disabled)\b/,
  /[{,]\s*(?:skip|todo|only)\s*:(?!\s*(?:false|undefined|null|0)\b)/,
);

/** Whether a file is one of tests; Rust has them beside the code. */
export const isTestFile = ({ path, added, removed }: Changed): boolean =>
  TEST_FILE.test(path) ||
  (path.endsWith('.rs') &&
    [...added.map(({ text }) => text), ...removed].some((text) => TEST_CASE.test(text)));

export const skipsTest = (text: string): boolean => SKIPPED.test(text);

const casesAdded = ({ added }: Changed): string[] =>
  added.map(({ text }) => text.trim()).filter((text) => TEST_CASE.test(text));

const casesGone = ({ removed }: Changed): string[] =>
  removed.map((text) => text.trim()).filter((text) => TEST_CASE.test(text));

/** Whether a change brings tests along. */
export const hasTests = (files: readonly Changed[]): boolean =>
  files.some((file) => !file.deleted && isTestFile(file) && file.added.length > 0);

/** Tests that are gone, by file: one that stands in another file now was moved. */
export function lostTests(files: readonly Changed[]): Map<string, string> {
  const lost = new Map<string, string>();
  const tests = files.filter(isTestFile);
  const contents = new Set(tests.filter(({ deleted }) => !deleted).map(({ added }) => textOf(added)));
  // What came in place of others in the same file is their new wording.
  const came = tests.filter((file) => casesAdded(file).length > casesGone(file).length).flatMap(casesAdded);
  for (const file of tests) {
    const gone = casesGone(file);
    const left = gone.length - casesAdded(file).length;
    const open = left <= 0 ? left : left - gone.filter((text) => takenFrom(came, text)).length;
    if (file.deleted) {
      const isMoved = gone.length > 0 ? open <= 0 : contents.has(file.removed.join('\n'));
      if (!isMoved) lost.set(file.path, 'a test file was deleted');
    } else if (open > 0) lost.set(file.path, `${open} test(s) were removed`);
  }
  return lost;
}

const textOf = (lines: Changed['added']): string => lines.map(({ text }) => text).join('\n');

function takenFrom(list: string[], text: string): boolean {
  const at = list.indexOf(text);
  if (at !== -1) list.splice(at, 1);
  return at !== -1;
}
