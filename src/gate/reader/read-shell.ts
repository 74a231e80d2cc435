import type { ShellCall } from '../shell/judge.ts';
import { STATE_IS_OURS, type Held } from '../state.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Context } from './context.ts';
import { openFiles } from './files.ts';
import { inspectScript } from './inspect-script.ts';
import { inspectWords } from './inspect-words.ts';
import type { Kind, Say } from './said.ts';
import { FROM_OUTSIDE, unknownWord } from './word.ts';

const SCRIPTS_CAP = 100;

/** Where no sandbox works, what a shell command does is read from its text. Why it may not run, or null. */
export function readShell(around: Surroundings, call: ShellCall, states: readonly Held[]): string | null {
  const { command, start, foreign } = call;
  const said: { kind: Kind; what: string }[] = [];
  const say: Say = (kind, what) => void said.push({ kind, what });
  // After a `cd` the variable is another.
  const known: Record<string, string> = { HOME: around.home };
  if (!/\b(cd|pushd|popd|chdir)\b/.test(command)) known['PWD'] = start;
  const ctx: Context = {
    files: openFiles(around, states, start, say),
    whole: command,
    powershell: foreign,
    reach: false,
    functions: new Set(),
    stdin: unknownWord(FROM_OUTSIDE),
    say,
    script: () => undefined,
    peek: () => undefined,
    inspect: inspectWords,
  };
  inspectScript(command, ctx, { known, scripts: SCRIPTS_CAP });
  for (const state of states)
    for (const { kind, what } of said) {
      const why = refusal(kind, state);
      if (why !== null) return `${what}: ${why}`;
    }
  return null;
}

const UNCHECKED = ' (what cannot be checked is refused while a gate is closed)';

/** Why something of this kind is refused while a state holds what it holds, or null. */
function refusal(kind: Kind, { write, finish }: Held): string | null {
  const doubted = (why: string | null) => (why === null ? null : why + UNCHECKED);
  switch (kind) {
    case 'state':
      return STATE_IS_OURS;
    case 'write':
      return write;
    case 'finish':
      return finish;
    case 'program':
      return doubted(write);
    case 'opaque':
      return doubted(write ?? finish);
    default:
      return kind satisfies never;
  }
}
