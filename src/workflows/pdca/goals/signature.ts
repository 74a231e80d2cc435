/** Patterns of the runners we know: the name of a test that failed. */
const FAILING = [
  /^(?:FAILED|ERROR)\s+(\S+::\S+)/, // pytest's summary
  /^\s*not ok \d+ - (.+)$/, // TAP
  /^\s*✖ (?!failing tests:$)(.+?)(?: \([\d.]+m?s\))?$/, // node:test
  /^\s*[✕×✗] (.+?)(?: \([\d.]+ ?m?s\)| \d+ms)?$/, // jest, vitest
  /^\s*● (.+)$/, // jest
  /^--- FAIL: (\S+)/, // go
  /^test (\S+) \.\.\. FAILED$/, // cargo
  /^\s*(?:FAIL|FAILED):? (\S+)/,
];
// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001b\[[0-9;]*[A-Za-z]/g;
const ERROR = /\b(?:error|failed|failure|exception|cannot|undefined|expected|E\d{3,4}|TS\d+)\b/i;

/** What failed, normalised: the tests that a runner names, or the lines that speak of errors. */
export function failuresIn(output: string): string[] {
  const lines = output.split('\n').map((line) => line.replaceAll(ESCAPES, '').trimEnd());
  const tests = new Set<string>();
  for (const line of lines) {
    const name = FAILING.map((pattern) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
    if (name !== undefined) tests.add(normalised(name));
  }
  if (tests.size > 0) return [...tests].sort();
  const errors = lines.filter((line) => ERROR.test(line)).map(normalised);
  const first = lines.find((line) => line.trim() !== '') ?? '';
  return errors.length > 0 ? [...new Set(errors)] : [normalised(first)];
}

/** One failure by what it is about: the goal, and its failing tests or its first error. */
export function signatureOf(goal: string, output: string): string {
  const failures = failuresIn(output);
  const named = FAILING.some((pattern) => output.split('\n').some((line) => pattern.test(line)));
  return `${goal}: ${(named ? failures.slice(0, 20) : failures.slice(0, 1)).join(', ')}`;
}

/** Lines, columns, times and addresses differ from run to run; folders differ from machine to machine. */
export function normalised(text: string): string {
  return text
    .replaceAll(/(?:[A-Za-z]:)?(?:[\w.@~-]*[\\/])+([\w.@-]+)/g, '$1')
    .replaceAll(/0x[0-9a-f]+/gi, 'N')
    .replaceAll(/\d+(?:\.\d+)?/g, 'N')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
}

const ENVIRONMENT = /\bENOENT\b|command not found|not installed|not found in PATH|not found in \$PATH/i;

/** The command could not do its work here, whatever the code is like. The line that says so. */
export function environmentError(done: { code: number | null; output: string }): string | undefined {
  const { code, output } = done;
  if (code === 0) return undefined;
  const line = output.split('\n').find((each) => ENVIRONMENT.test(each));
  if (line !== undefined) return line.trim().slice(0, 300);
  if (code !== 126 && code !== 127) return undefined;
  const said = output.split('\n').find((each) => /not found|denied|cannot execute/i.test(each));
  return `exit code ${code}${said === undefined ? '' : ` (${said.trim().slice(0, 280)})`}`;
}
