import type { Files } from './files.ts';
import type { SimpleCommand } from './parse/script.ts';
import type { Say } from './said.ts';
import type { Word } from './word.ts';

/** What a rule for a program is given besides its words. */
export interface Context {
  files: Files;
  /** The whole command that is judged. */
  whole: string;
  powershell: boolean;
  /** Names that come from a listing here may be those of the workflow's state. */
  reach: boolean;
  /** Functions the script defines. */
  functions: Set<string>;
  /** What a program reads from a pipe. */
  stdin: Word;
  say: Say;
  /** Looks at more shell text that is run. */
  script: (text: string) => void;
  /** The same for text whose writing is known already: only what it finishes, or does to the state, counts. */
  peek: (text: string) => void;
  /** Looks at a program with its words; here, so that a rule need not import the table that names it. */
  inspect: (words: readonly Word[], cmd: SimpleCommand, ctx: Context) => void;
}

/** Tells what a program does with these arguments. */
export type Rule = (args: readonly Word[], cmd: SimpleCommand, ctx: Context, name: string) => void;

/** The same context, in which only what cannot be taken back counts. */
export function onlyGrave(ctx: Context): Context {
  const say: Say = (kind, what) => {
    if (kind === 'finish' || kind === 'state') ctx.say(kind, what);
  };
  return { ...ctx, say };
}
