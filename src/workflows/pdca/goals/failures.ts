/** Patterns of the runners we know: the name of a test that failed. */
const FAILING = [
  /^(?:FAILED|ERROR)\s+(\S+::\S+)/, // pytest's summary
  /^\s*not ok \d+ - (.+)$/, // TAP
  /^\s*✖ (?!failing tests:$)(.+?)(?: \([\d.]+m?s\))?$/, // node:test
  /^\s*[✕×✗] (.+?)(?: \([\d.]+ ?m?s\)| \d+ms)?$/, // jest, vitest
  /^\s*● (.+)$/, // jest
  /^--- FAIL: (\S+)/, // go
  /^test (\S+) \.\.\. FAILED$/, // cargo
  /^(?:FAIL|ERROR): (\S+ \(\S+\))/, // unittest
  /^\s*(?:FAIL|FAILED):? (\S+)/,
];
// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001b\[[0-9;]*[A-Za-z]/g;
const ERROR = /\b(?:error|failed|failure|exception|cannot|undefined|expected|E\d{3,4}|TS\d+)\b/i;
/** A finding of a linter: its code, or the place it is about. */
const FINDING = /^[A-Z]{1,4}\d{3,4}\b|^\s*(?:-->\s*)?[^\s:]+\.\w+:\d+(?::\d+)?\b/;
/** How many there were says nothing of which. */
const SUMMARY = /^\s*(?:✖\s*)?(?:Found\s+)?\d+\s+(?:problems?|errors?|warnings?|fixable)\b/i;
/** ESLint names the file once, above its findings. */
const OF_FILE = /^\s+\d+:\d+\s+(?:error|warning)\b/;
const FILE = /^\S+\.\w+$/;
const LONGEST = 1_000;

/** What failed, by name: the tests that a runner names; without any the lines that speak of errors. */
export interface Failures {
  tests: string[];
  errors: string[];
}

export function failuresOf(output: string): Failures {
  const tests = new Set<string>();
  const errors: string[] = [];
  let first: string | undefined;
  let file = '';
  for (const raw of output.split('\n')) {
    const line = raw.slice(0, LONGEST).replaceAll(ESCAPES, '').trimEnd();
    if (line === '') continue;
    first ??= line;
    if (FILE.test(line)) file = line;
    if (SUMMARY.test(line)) continue;
    const name = FAILING.map((pattern) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
    if (name !== undefined) tests.add(name);
    if (OF_FILE.test(line)) errors.push(`${file} ${line.trim()}`);
    else if (ERROR.test(line) || FINDING.test(line)) errors.push(line.trim());
  }
  return { tests: [...tests].sort(), errors: errors.length > 0 ? errors : [first ?? ''] };
}

/**
 * The failures of a run, to be compared with those of another one in another folder: paths are those below `root`, and
 * only lines, columns, times and addresses are left out. What is there twice is two failures.
 */
export function failuresIn(output: string, root: string): string[] {
  const { tests, errors } = failuresOf(output.replaceAll(`${root}/`, ''));
  if (tests.length > 0) return [...new Set(tests.map(withoutPlaces))];
  const times = new Map<string, number>();
  return errors.map((line) => {
    const plain = withoutNumbers(withoutPlaces(line));
    const count = (times.get(plain) ?? 0) + 1;
    times.set(plain, count);
    return count === 1 ? plain : `${plain} (${count})`;
  });
}

/** Folders outside the project differ from machine to machine. */
const withoutPlaces = (text: string): string =>
  text
    .replaceAll(/(?<![\w.@~-])(?:[A-Za-z]:)?[\\/](?:[\w.@~-]{1,100}[\\/])*([\w.@-]{1,100})/g, '$1')
    .replaceAll(/(\.\w{1,9}):\d+(?::\d+)?/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300);

/** Numbers of their own: those of a rule's code stay. */
const withoutNumbers = (text: string): string =>
  text.replaceAll(/0x[0-9a-f]+/gi, 'N').replaceAll(/(?<![A-Za-z_\d])\d+(?:\.\d+)?/g, 'N');
