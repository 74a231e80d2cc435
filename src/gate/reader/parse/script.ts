import type { Value, Word } from '../word.ts';

export interface Assignment {
  name: string;
  value: Value;
}

export interface Redirect {
  kind: string;
  target: Word;
}

/** One program with its words, as a shell would start it. */
export interface SimpleCommand {
  words: Word[];
  assigns: Assignment[];
  redirects: Redirect[];
  /** Here-documents and here-strings. */
  input: Value[];
  piped: boolean;
}

export interface Script {
  commands: SimpleCommand[];
  functions: Set<string>;
  /** What the loops run over. */
  listed: Word[];
}
