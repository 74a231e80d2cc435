import { failuresOf } from './failures.ts';

const MOST = 20;

/** One failure by what it is about: the goal, and its failing tests or its first error. */
export function signatureOf(goal: string, output: string): string {
  const { tests, errors } = failuresOf(output);
  const named = [...new Set(tests.map(normalised))].sort().slice(0, MOST);
  return `${goal}: ${(tests.length > 0 ? named : errors.slice(0, 1).map(normalised)).join(', ')}`;
}

/** Lines, columns, times and addresses differ from run to run; folders differ from machine to machine. */
function normalised(text: string): string {
  return text
    .replaceAll(/(?:[A-Za-z]:)?(?:[\w.@~-]*[\\/])+([\w.@-]+)/g, '$1')
    .replaceAll(/0x[0-9a-f]+/gi, 'N')
    .replaceAll(/\d+(?:\.\d+)?/g, 'N')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
}

const ENVIRONMENT = /\bENOENT\b|command not found|not installed|not found in PATH|not found in \$PATH/i;

/** It is a shell, npm or make that says so, not a test that looks for a file. */
const NOT_STARTED =
  /^(?:\S*\bsh: (?:line )?(?:\d+: )?\S+: (?:command )?not found|(?:env|npx|make)(?:\[\d+\])?: .*(?:No such file or directory|not found)|npm (?:error|ERR!) .*(?:could not determine executable|ENOENT))/m;

/** The command cannot be started on this machine: the line that says so. Whatever its tests print, they ran. */
export function startError(done: { code: number | null; output: string }): string | undefined {
  const { code, output } = done;
  if (code === 0) return undefined;
  if (code === 126 || code === 127) return environmentError(done);
  return NOT_STARTED.exec(output)?.[0].trim().slice(0, 300);
}

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
