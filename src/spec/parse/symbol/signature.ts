import { BracketReader, identifierEnd, skipSpace } from './brackets.ts';
import { skipModifiers } from './modifiers.ts';
import { declaredName, plainName } from './symbol-name.ts';

/**
 * A signature of any of the seven languages, taken apart at its name. Its parameters are looked for only when
 * asked: most signatures are read for their names alone.
 */
export class Signature {
  readonly text: string;
  readonly name: string | undefined;
  /** What declares it (`function`, `class`, `val` …), when the signature says so. */
  readonly keyword: string | undefined;
  readonly #start: number;
  readonly #end: number;
  #bounds: { open: number; close: number } | undefined;

  /** `from`: where the parameters are looked for, unless right after the name. */
  constructor(text: string, keyword: string | undefined, start: number, end: number, from = end) {
    this.text = text;
    this.keyword = keyword;
    this.name = end > start ? text.slice(start, end) : undefined;
    this.#start = start;
    this.#end = from;
  }

  /** Before the name: annotations, modifiers, a Java return type. */
  get before(): string {
    return this.text.slice(0, this.#start).trim();
  }

  /** Inside the parameter brackets, or undefined when there are none. */
  get params(): string | undefined {
    const { open, close } = this.#parameters();
    return open === -1 ? undefined : this.text.slice(open + 1, close - 1);
  }

  /** After the parameters (or after the name): return type, `throws`, a body. */
  get after(): string {
    return this.text.slice(this.#parameters().close).trim();
  }

  #parameters(): { open: number; close: number } {
    if (this.#bounds === undefined) {
      const reader = new BracketReader(this.text);
      const open = this.name === undefined ? -1 : parametersAt(this.text, this.#end, reader);
      const close = open === -1 ? -1 : reader.group(open);
      this.#bounds = close === -1 ? { open: -1, close: this.#end } : { open, close };
    }
    return this.#bounds;
  }
}

export function nameOfSignature(signature: string): string | undefined {
  return readSignature(signature).name;
}

export function readSignature(text: string): Signature {
  const first = identifierEnd(text, 0);
  // `name(`: as most signatures begin, and as none with a modifier does, but for `pub(crate)`.
  if (first > 0 && first !== 3 && text.charCodeAt(first) === 40 && !text.startsWith('func'))
    return new Signature(text, undefined, 0, first);
  // `Name {`: no modifier begins with a capital letter.
  if (isCapital(text.charCodeAt(0)) && text.charCodeAt(first) === 32 && text.charCodeAt(first + 1) === 123)
    return new Signature(text, undefined, 0, first);
  const reader = new BracketReader(text);
  if (MAYBE_NAMELESS.test(text)) {
    const found = namelessFunction(text, reader);
    if (found !== undefined) return found;
  }
  const { at, keyword } = skipModifiers(text, reader);
  const found = keyword === undefined ? plainName(text, at, reader) : declaredName(text, at, keyword, reader);
  return new Signature(text, keyword, found?.start ?? 0, found?.end ?? 0);
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

const MAYBE_NAMELESS = /^(?:export\s+default\s|func(?:tion)?\s*\()/;

/** `export default function (…)` is called `default`; a function literal has no name, but `func(…)` alone may be one. */
function namelessFunction(text: string, reader: BracketReader): Signature | undefined {
  const named =
    /^(export\s+)default\s+(?:async\b\s*)?(?:(function|class)\b\s*\*?\s*(?=[({<]|extends\b|$)|(?=\())/.exec(
      text,
    );
  if (named !== null) {
    const start = named[1]?.length ?? 0;
    return new Signature(text, named[2], start, start + 'default'.length, named[0].length);
  }
  if (/^function\s*\(/.test(text)) return new Signature(text, 'function', 0, 0);
  if (!text.startsWith('func(')) return undefined;
  const past = reader.group(4);
  const next = past === -1 ? text.length : skipSpace(text, past);
  const end = identifierEnd(text, next);
  if (text[next] !== '(' && end === next) return undefined;
  return text[end] === '(' && end > next
    ? new Signature(text, 'func', next, end)
    : new Signature(text, 'func', 0, 0);
}

/** The opening bracket of the parameters after a name: past `?`, `!`, and type parameters in `<…>` or `[…]`. */
function parametersAt(text: string, from: number, reader: BracketReader): number {
  let at = from;
  if (text[at] === '`') at += 1;
  at = skipSpace(text, at);
  while (text[at] === '?' || text[at] === '!') at += 1;
  if (text[at] === '<' || text[at] === '[') {
    const past = text[at] === '<' ? reader.angles(at) : reader.group(at);
    if (past === -1) return -1;
    at = skipSpace(text, past);
  }
  return text[at] === '(' ? at : -1;
}
