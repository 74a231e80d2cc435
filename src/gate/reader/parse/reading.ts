import type { Doubt, Value, Word } from '../word.ts';
import type { Script } from './script.ts';

/** Thrown where the text is not understood: then nothing is known about it. */
export class Unclear extends Error {}

interface Variable extends Value {
  /** Known from outside, not set by the text. */
  given?: boolean;
}

interface HereDocument {
  end: string;
  strip: boolean;
  expand: boolean;
  into: Value;
}

/** What ends a list of commands; null is the end of the text. */
export type Stop = ')' | 'esac' | null;

/** Where the parser stands in a text, and what it has found. */
export interface Reading extends Script {
  src: string;
  at: number;
  vars: Map<string, Variable>;
  /** Here-documents whose text begins behind the next line end. */
  pending: HereDocument[];
  /** How often `((` turned out to be no arithmetic. */
  attempts: number;
  /** Reads commands up to `stop`; words hold commands and commands hold words, so the parts meet here. */
  list: (reading: Reading, stop: Stop) => 'esac' | undefined;
}

export const META = ' \t\n;&|<>()';

export function fail(what: string): never {
  throw new Unclear(what);
}

export function blankWord(): Word {
  return { text: '', raw: '', doubt: 0, glob: false, quoted: false };
}

export function put(word: Word, text: string, doubt: Doubt): void {
  word.text += text;
  if (doubt > word.doubt) word.doubt = doubt;
}

/** Passes blanks, joined lines and comments. */
export function skipBlanks(r: Reading): void {
  for (;;) {
    const c = r.src[r.at];
    if (c === ' ' || c === '\t') r.at += 1;
    else if (c === '\\' && r.src[r.at + 1] === '\n') r.at += 2;
    else if (c === '#') while (r.at < r.src.length && r.src[r.at] !== '\n') r.at += 1;
    else return;
  }
}

/** What matches just here, which is then passed. */
export function take(r: Reading, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = r.at;
  const found = pattern.exec(r.src);
  if (found !== null) r.at = pattern.lastIndex;
  return found;
}

/** Reads another text with `read`, then goes on behind `next`. */
export function aside(r: Reading, text: string, read: () => void, next = r.at): void {
  const src = r.src;
  [r.src, r.at] = [text, 0];
  read();
  [r.src, r.at] = [src, next];
}
