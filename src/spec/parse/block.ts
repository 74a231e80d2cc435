import { isSpace } from './space.ts';
import { Source } from './source.ts';

/** One meaningful line of a CLAUDE.md. Fences, HTML comments, tables, rules and front matter give none. */
export class Block {
  readonly kind: 'heading' | 'bullet' | 'text';
  /** Level of a heading; indentation in columns otherwise. */
  readonly depth: number;
  /** Number of an ordered list's item; -1 for everything else. */
  readonly order: number;
  readonly line: number;
  /** Stands right below the previous block, without a blank line: may continue it. */
  readonly follows: boolean;
  readonly #source: Source;
  readonly #from: number;
  readonly #to: number;
  #text: string | undefined = undefined;

  constructor(
    kind: Block['kind'],
    depth: number,
    order: number,
    line: number,
    follows: boolean,
    source: Source,
    from: number,
    to: number,
  ) {
    this.kind = kind;
    this.depth = depth;
    this.order = order;
    this.line = line;
    this.follows = follows;
    this.#source = source;
    this.#from = from;
    this.#to = to;
  }

  /** Taken from the source when first asked for: many readers want only some sections. */
  get text(): string {
    this.#text ??= this.#source.slice(this.#from, this.#to);
    return this.#text;
  }
}

const HASH = 35;
const STAR = 42;
const PLUS = 43;
const MINUS = 45;
const SPACE = 32;
const ASCII = 127;

/** The block of the line whose text goes from `start` to before `end`; none for a rule or a table's row. */
export function readLine(
  source: Source,
  start: number,
  end: number,
  column: number,
  line: number,
  follows: boolean,
): Block | undefined {
  const text = source.chars;
  const code = text.charCodeAt(start);
  if (code === HASH && column < 4) {
    let after = start + 1;
    while (after < end && text.charCodeAt(after) === HASH) after += 1;
    const level = after - start;
    if (level <= 6 && (after === end || isSpace(text.charCodeAt(after))))
      return heading(source, after, end, level, line, follows);
  } else if (code === MINUS || code === STAR || code === PLUS) {
    if (isRule(text, start, end, code) || start + 1 === end) return undefined;
    if (isSpace(text.charCodeAt(start + 1))) {
      const from = textStart(text, start + 1, end);
      return new Block('bullet', column, -1, line, follows, source, from, end);
    }
  } else if (isDigit(code)) {
    let after = start + 1;
    while (after < end && after - start < 9 && isDigit(text.charCodeAt(after))) after += 1;
    const dot = text.charCodeAt(after);
    if ((dot === 46 || dot === 41) && after + 1 < end && isSpace(text.charCodeAt(after + 1))) {
      const from = textStart(text, after + 1, end);
      return new Block('bullet', column, Number(text.slice(start, after)), line, follows, source, from, end);
    }
  } else if (code === 124 || ((code === 95 || code === 61) && isRule(text, start, end, code)))
    return undefined;
  return new Block('text', column, -1, line, follows, source, start, end);
}

/** Without the closing `##`. */
function heading(
  source: Source,
  after: number,
  to: number,
  level: number,
  line: number,
  follows: boolean,
): Block {
  const text = source.chars;
  const from = textStart(text, after, to);
  let end = to;
  while (end > from && text.charCodeAt(end - 1) === HASH) end -= 1;
  if (end < to && end > from && !isSpace(text.charCodeAt(end - 1))) end = to;
  while (end > from && isSpace(text.charCodeAt(end - 1))) end -= 1;
  if (text.charCodeAt(from) > ASCII || text.charCodeAt(end - 1) > ASCII) {
    // May begin or end with a space of another script.
    const own = source.slice(from, end).trim();
    return new Block('heading', level, -1, line, follows, new Source(own), 0, own.length);
  }
  return new Block('heading', level, -1, line, follows, source, from, end);
}

function textStart(text: string, at: number, end: number): number {
  let from = at;
  while (from < end && isSpace(text.charCodeAt(from))) from += 1;
  return from;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** `---`, `***`, `___`, `===`: nothing but one character. */
function isRule(text: string, start: number, end: number, code: number): boolean {
  if (end - start < 3) return false;
  for (let i = start; i < end; i += 1) {
    const here = text.charCodeAt(i);
    if (here !== code && here !== SPACE) return false;
  }
  return true;
}
