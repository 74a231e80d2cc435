import type { Io } from './io.ts';

/** The command line as data: what exists, how it is called, and where its handler is. Handlers load on use. */
export interface Option {
  /** A flag when absent; otherwise the name shown for its value in help (`N`, `DIR` …). */
  value?: string;
  short?: string;
  /** May be given several times. */
  many?: true;
  /** What its value can be, where that is a choice: anything else is refused before the command is loaded. */
  words?: Words;
  /** Its value is a whole number, and how small and large it can be; refused likewise. */
  number?: Bounds;
  about: string;
}

export interface Bounds {
  min?: number;
  max?: number;
}

/** What completion asks the program for, because it changes: `autodev completion words KIND`. */
export const ASKED = ['ids', 'repositories', 'keys', 'perspectives'] as const;
export type Asked = (typeof ASKED)[number];
export type Words = readonly string[] | { ask: Asked };

export interface Command {
  name: string;
  about: string;
  /** Positional arguments as shown in help: `<id>` required, `[path]` optional, `[path…]` many. */
  args?: readonly string[];
  /** What the first of them can be, for completion. */
  words?: Words;
  options?: Readonly<Record<string, Option>>;
  example?: string;
  more?: string;
  hidden?: true;
  /** A program of its own (`suggest-workflow`): its name stands alone, without what is above it. */
  program?: true;
  load?: () => Promise<{ run: (input: Input) => Promise<number | void> | number | void }>;
  children?: readonly Command[];
}

/** What a handler gets: parsed words, typed access, and the streams. */
export interface Input {
  args: readonly string[];
  io: Io;
  /** The whole command line, for commands that are about it. */
  root: Command;
  json: boolean;
  /** AUTODEV_HOME, or ~/.autodev. */
  home: string;
  /** Aborted by Ctrl-C and SIGTERM. */
  signal: AbortSignal;
  flag(name: string): boolean;
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  /** A whole number; anything else, or one out of bounds that the tree does not say, is a usage error. */
  int(name: string, bounds?: Bounds): number | undefined;
  /** One of the given words; anything else is a usage error. */
  oneOf<T extends string>(name: string, words: readonly T[]): T | undefined;
}

/** Options every command takes. */
export const COMMON: Readonly<Record<string, Option>> = {
  json: { about: 'print data as JSON on standard output' },
  help: { short: 'h', about: 'show this help' },
};
