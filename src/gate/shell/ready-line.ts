import type { PlainCommand } from './plain-line.ts';
import { trimmed } from './trimmed.ts';

/** The same command as a line that can be pasted: it runs in the sandbox. */
export function readyLine(
  run: readonly string[],
  command: string,
  plain: readonly PlainCommand[] | undefined,
): string {
  const only = plain?.length === 1 ? plain[0] : undefined;
  // With a pattern, or words that mean something to the shell itself, a shell has to read it.
  const direct =
    only !== undefined &&
    only.patterns.size === 0 &&
    !NEEDS_SHELL.test(only.words[0] ?? '') &&
    !/[<>]/.test(command);
  const words = direct ? only.words : ['bash', '-c', trimmed(command)];
  return [...run, ...words].map(quoted).join(' ');
}

const NEEDS_SHELL =
  /^(cd|export|source|\.|eval|exec|set|unset|alias|trap|type|command|builtin|read|declare|local|ulimit|umask|wait|jobs|if|for|while|until|case|function|time|!|test|\[\[?|pushd|popd|echo|printf|shopt|let|enable|hash|mapfile)$/;

export function quoted(word: string): string {
  return /^[A-Za-z0-9_./:=@,+%-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
