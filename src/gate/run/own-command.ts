import { installedProgram } from '../programs.ts';
import { ownCommand } from '../shell/autodev.ts';
import { plainLine } from '../shell/plain-line.ts';
import type { Surroundings } from '../surroundings.ts';

/** What Claude Code 2.1.197 puts around a command before it hands the text to the shell prefix. */
const AROUND =
  /^(?:source \S+ 2>\/dev\/null \|\| true && )?(?:shopt -u extglob 2>\/dev\/null \|\| true && )?eval '([^']*)'(?: < \/dev\/null)? && pwd -P >\| \S+$/;

/**
 * autodev's own command, where that is all of what is to run: it keeps the state and the gates, which nothing in a
 * sandbox may write. The hook lets the same commands run as they are; only these words run, nothing else of the text.
 */
export function ownWords(
  around: Surroundings,
  words: readonly string[],
  roots: readonly string[],
): readonly string[] | undefined {
  const [program, option, text = ''] = words;
  const isText = program === 'bash' && option === '-c' && words.length === 3;
  const own = isText ? onlyCommand(AROUND.exec(text)?.[1] ?? text) : words;
  if (own?.[0] !== 'autodev' || ownCommand(own.slice(1)) !== 'own') return undefined;
  const installed = ['autodev', 'node'].every((name) => installedProgram(around, name, roots) !== undefined);
  return installed ? own : undefined;
}

function onlyCommand(text: string): readonly string[] | undefined {
  const [only, ...more] = plainLine(text) ?? [];
  return more.length === 0 && only?.patterns.size === 0 ? only.words : undefined;
}
