import { BracketReader, identifierEnd } from './brackets.ts';

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

const MODIFIERS = new Set(
  (
    'export default declare async public private protected internal static final abstract synchronized native ' +
    'strictfp transient volatile pub unsafe extern suspend inline infix operator override open tailrec external ' +
    'sealed readonly inner lateinit noinline crossinline companion actual expect annotation data value enum const mut'
  ).split(' '),
);
const KEYWORDS = new Set(
  'function fn def fun func class interface struct enum trait type record union object val var let const static namespace module'.split(
    ' ',
  ),
);
/** Words after a type's name that do not belong to it. */
const CLAUSES = new Set(['extends', 'implements', 'where', 'permits', 'throws']);
const KINDS = new Set(['struct', 'interface', 'enum', 'class', 'record', 'trait']);
/** A name never is one of these: `MaxRetries int = 3` names MaxRetries, `int MAX = 3` names MAX. */
const PRIMITIVES = new Set(
  (
    'int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float float32 float64 double bool boolean string ' +
    'byte rune char short long str number bytes i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 usize isize error any'
  ).split(' '),
);

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

interface Span {
  start: number;
  end: number;
}

function skipSpace(text: string, at: number): number {
  let i = at;
  while (i < text.length && (text.charCodeAt(i) <= 32 || text.charCodeAt(i) === 0xa0)) i += 1;
  return i;
}

/** Past annotations, attributes and modifiers, and past the word that says what is declared. */
function skipModifiers(text: string, reader: BracketReader): { at: number; keyword: string | undefined } {
  let at = skipSpace(text, 0);
  let keyword: string | undefined;
  for (;;) {
    const char = text[at];
    if (char === '@') at = skipSpace(text, annotationEnd(text, at, reader));
    else if (char === '#' && text[at + 1] === '[') {
      const end = reader.group(at + 1);
      if (end === -1) return { at, keyword };
      at = skipSpace(text, end);
    } else if (char === '"') at = skipSpace(text, reader.quoted(at));
    else {
      const end = identifierEnd(text, at);
      const stop = text.charCodeAt(end);
      // A word right before its bracket or colon is a name, and most signatures begin with one.
      if (end === at || stop === 58 || (stop === 40 && end - at !== 3)) return { at, keyword };
      const word = text.slice(at, end);
      const isKeyword = KEYWORDS.has(word);
      if (!(isKeyword || MODIFIERS.has(word))) return { at, keyword };
      let next = end;
      if (word === 'pub' && text[next] === '(') next = Math.max(next, reader.group(next));
      const follows = skipSpace(text, next);
      // A word right before its bracket, or before nothing a name could start with, is a name itself: `get(key)`.
      if (follows === next && text[next] !== '*' && text[next] !== '<') return { at, keyword };
      if (follows >= text.length) return { at, keyword };
      if (!canPrecede(text, follows, word)) return { at, keyword };
      if (isKeyword && !(word === 'static' || (word === 'const' && keyword !== undefined))) keyword = word;
      at = text[follows] === '*' ? skipSpace(text, follows + 1) : follows;
      if (keyword === 'func' && text[at] === '(') return { at, keyword };
    }
  }
}

/** Whether what follows a modifier or keyword may be the start of the rest of a declaration. */
function canPrecede(text: string, at: number, word: string): boolean {
  const char = text[at] as string;
  if (identifierEnd(text, at) > at) return true;
  if (char === '(') return word === 'func' || MODIFIERS.has(word);
  return char === '<' || char === '*' || char === '@' || char === '"' || char === '[' || char === '{';
}

function annotationEnd(text: string, at: number, reader: BracketReader): number {
  let end = at + 1;
  for (;;) {
    const next = identifierEnd(text, end);
    if (next === end) break;
    end = next;
    if (text[end] !== '.' && text[end] !== ':') break;
    end += 1;
  }
  if (text[end] === '(') return Math.max(end, reader.group(end));
  return Math.max(end, at + 1);
}

/** After a keyword: `func (r *T) Name`, `fun <T> List<T>.second`, `def name`. The last part of a path is the name. */
function declaredName(text: string, from: number, keyword: string, reader: BracketReader): Span | undefined {
  let at = from;
  if (keyword === 'func' && text[at] === '(') {
    const end = reader.group(at);
    if (end === -1) return undefined;
    at = skipSpace(text, end);
  }
  if (text[at] === '<') {
    const end = reader.angles(at);
    if (end === -1) return undefined;
    at = skipSpace(text, end);
  }
  let found: Span | undefined;
  for (;;) {
    // Kotlin allows names in backticks.
    const quote = text[at] === '`' ? reader.quoted(at) : -1;
    const end = quote > at + 1 ? quote : identifierEnd(text, at);
    if (end === at) return found;
    found = quote > at + 1 ? { start: at + 1, end: end - 1 } : { start: at, end };
    at = end;
    if (text[at] === '<') {
      const past = reader.angles(at);
      if (past === -1) return found;
      at = past;
    }
    if (text[at] === '?' && text[at + 1] === '.') at += 1;
    if (text[at] === '.') at += 1;
    else if (text[at] === ':' && text[at + 1] === ':') at += 2;
    else return found;
  }
}

/** Without a keyword: the identifier before the parameters, `=`, `:` or `{`. */
function plainName(text: string, from: number, reader: BracketReader): Span | undefined {
  let count = 0;
  let first = from;
  let firstEnd = from;
  let second = from;
  let last = from;
  let lastEnd = from;
  let stop = 0;
  let at = from;
  while (at < text.length && stop === 0) {
    const code = text.charCodeAt(at);
    const end = identifierEnd(text, at);
    if (end > at) {
      if (count > 0 && CLAUSES.has(text.slice(at, end))) stop = 32;
      else {
        count += 1;
        last = at;
        lastEnd = end;
        if (count === 1) {
          first = at;
          firstEnd = end;
        } else if (count === 2) second = at;
      }
      at = end;
    } else if (code === 60 || code === 91 || code === 40) {
      if (code === 40 && count > 0) stop = code;
      else {
        const past = code === 60 ? reader.angles(at) : reader.group(at);
        if (past === -1) stop = code;
        else at = past;
      }
    } else if (code === 64) at = annotationEnd(text, at, reader);
    else if (code === 34 || code === 39 || code === 96) at = reader.quoted(at);
    else if (code === 58 && text.charCodeAt(at + 1) === 58) at += 2;
    else if (code === 58 || code === 61 || code === 123 || code === 59 || code === 0x2192) stop = code;
    else if (code === 45 && text.charCodeAt(at + 1) === 62) stop = code;
    else at += 1;
  }
  if (count === 0) return undefined;
  const firstWord = { start: first, end: firstEnd };
  const lastWord = { start: last, end: lastEnd };
  // ( : < [
  if (count === 1 || stop === 40 || stop === 58 || stop === 60 || stop === 91) return lastWord;
  if (KINDS.has(text.slice(second, identifierEnd(text, second)))) return firstWord;
  // { and a clause
  if (PRIMITIVES.has(text.slice(last, lastEnd)) || stop === 123 || stop === 32) return firstWord;
  // = ;
  if (stop === 61 || stop === 59 || count === 2) return lastWord;
  return undefined;
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

const AWAITED =
  /\b(?:Promise|PromiseLike|CompletableFuture|CompletionStage|ListenableFuture|Future|Awaitable|Coroutine|Deferred)\s*[<[]/;

/** Measured: six searches cost a quarter of the pattern, and most signatures await nothing. */
function mayAwait(text: string): boolean {
  return (
    text.includes('Promise') ||
    text.includes('Future') ||
    text.includes('Awaitable') ||
    text.includes('Coroutine') ||
    text.includes('Deferred') ||
    text.includes('CompletionStage')
  );
}

/** Declared `async` or `suspend`, or giving something that is awaited; a parameter's type does not count. */
export function isAsyncSignature(signature: Signature): boolean {
  const { before } = signature;
  if (before !== '' && (/(?:^|\s)(?:async|suspend)\b/.test(before) || AWAITED.test(before))) return true;
  return mayAwait(signature.text) && AWAITED.test(signature.after);
}
