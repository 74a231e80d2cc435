/** One meaningful line of a CLAUDE.md. Fences, HTML comments, tables, rules and front matter give none. */
export interface Block {
  kind: 'heading' | 'bullet' | 'text';
  /** Level of a heading; indentation in columns otherwise. */
  depth: number;
  /** Number of an ordered list's item; -1 for everything else. */
  order: number;
  text: string;
  line: number;
  /** Stands right below the previous block, without a blank line: may continue it. */
  follows: boolean;
}

/** The text of the bytes from `start` to before `end`. */
export type Decode = (start: number, end: number) => string;

/** What gives no block but may matter where it stands: a table, or the code right below a heading. */
export interface Skipped {
  kind: 'fence' | 'table';
  line: number;
  code: string;
}

export interface Blocks {
  blocks: Block[];
  /** By the index of the block that follows. */
  skipped: Map<number, Skipped[]>;
  /** Lines that mention a symbol of a CLAUDE.md, tables too. */
  mentions: { line: number; text: string }[];
  /** Version of the schema marker in the first five lines, and its line. */
  marker: { version: string; line: number } | undefined;
}

const LF = 10;
const CR = 13;
const TAB = 9;
const SPACE = 32;
const HASH = 35;
const BACKTICK = 96;
const TILDE = 126;
const PIPE = 124;

const MENTION = 'CLAUDE.md#';
const MARKER_LINES = 5;
const MARKER = /^\s*<!--\s*schema:\s*(\d+(?:\.\d+)*)\s*-->/;

/**
 * Reads line by line, each line once, deciding by its first characters.
 *
 * `text` may also be a file's bytes, one character each, when `decode` gives the text of a range of them. Measured:
 * V8 searches such strings several times faster than those with characters above 255, and most lines have none.
 */
export function readBlocks(text: string, decode?: Decode): Blocks {
  const blocks: Block[] = [];
  const skipped: Blocks['skipped'] = new Map();
  const skip = (one: Skipped) => {
    const others = skipped.get(blocks.length);
    if (others === undefined) skipped.set(blocks.length, [one]);
    else others.push(one);
  };
  const mentions: Blocks['mentions'] = [];
  let marker: Blocks['marker'];
  let line = 0;
  let follows = false;
  let fence = 0;
  let fenceLength = 0;
  let fenceFrom = 0;
  let fenceLine = 0;
  let tableLine = -1;
  /** Lines that begin before this index are inside a comment. */
  let commentEnd = 0;
  let nextComment = text.indexOf('<!--');
  let nextMention = text.indexOf(MENTION);
  let nextWide = decode === undefined ? text.length : -1;
  let at = frontMatterEnd(text);
  for (let i = 0; i < at; i += 1) if (text.charCodeAt(i) === LF) line += 1;

  while (at < text.length) {
    line += 1;
    let next = text.indexOf('\n', at);
    if (next === -1) next = text.length;
    let end = next;
    while (end > at && isSpace(text.charCodeAt(end - 1))) end -= 1;
    let start = at;
    let column = 0;
    for (; start < end; start += 1) {
      const code = text.charCodeAt(start);
      if (code === SPACE) column += 1;
      else if (code === TAB) column += 4 - (column % 4);
      else break;
    }
    const lineStart = at;
    at = next + 1;
    if (nextWide < lineStart) nextWide = wideAfter(text, lineStart);
    const decodeLine = nextWide < end ? decode : undefined;

    if (fence !== 0) {
      if (closesFence(text, start, end, fence, fenceLength)) {
        fence = 0;
        if (blocks.at(-1)?.kind === 'heading') {
          const code = piece(text, fenceFrom, lineStart, decode);
          skip({ kind: 'fence', line: fenceLine, code });
        }
      }
      follows = false;
      continue;
    }
    if (lineStart < commentEnd) {
      follows = false;
      continue;
    }
    if (start >= end) {
      follows = false;
      continue;
    }
    const code = text.charCodeAt(start);
    if (code === BACKTICK || code === TILDE) {
      const length = fenceAt(text, start, end, code);
      if (length > 0) {
        fence = code;
        fenceLength = length;
        fenceFrom = at;
        fenceLine = line;
        follows = false;
        continue;
      }
    }
    if (code === PIPE) {
      if (tableLine !== line - 1) skip({ kind: 'table', line, code: '' });
      tableLine = line;
    }
    if (nextMention !== -1 && nextMention < lineStart) nextMention = text.indexOf(MENTION, lineStart);
    const mentioned = nextMention !== -1 && nextMention < end;
    if (nextComment !== -1 && nextComment < lineStart) nextComment = text.indexOf('<!--', lineStart);
    if (nextComment !== -1 && nextComment < end) {
      const raw = piece(text, start, end, decodeLine);
      if (line <= MARKER_LINES && marker === undefined) {
        const version = MARKER.exec(raw)?.[1];
        if (version !== undefined) marker = { version, line };
      }
      const stripped = withoutComments(raw);
      if (stripped.open) {
        const close = text.indexOf('-->', end);
        commentEnd = close === -1 ? text.length : close + 1;
      }
      const kept = stripped.text.trim();
      if (mentioned) mentions.push({ line, text: kept });
      if (kept !== '') pushLine(blocks, kept, 0, kept.length, column, line, follows, undefined);
      follows = kept !== '' && blocks.at(-1)?.kind !== 'heading';
      continue;
    }
    if (mentioned) mentions.push({ line, text: piece(text, start, end, decodeLine) });
    follows = pushLine(blocks, text, start, end, column, line, follows, decodeLine);
  }
  return { blocks, skipped, mentions, marker };
}

const WIDE = /[\u0080-\uffff]/g;

/** The first character beyond ASCII from `at` on, or the text's length. */
function wideAfter(text: string, at: number): number {
  WIDE.lastIndex = at;
  return WIDE.test(text) ? WIDE.lastIndex - 1 : text.length;
}

function isSpace(code: number): boolean {
  return code === SPACE || code === TAB || code === CR || code === 11 || code === 12;
}

/** Adds the line's block; answers whether the next line may continue it. */
function pushLine(
  blocks: Block[],
  text: string,
  start: number,
  end: number,
  column: number,
  line: number,
  follows: boolean,
  decode: Decode | undefined,
): boolean {
  const code = text.charCodeAt(start);
  if (code === HASH && column < 4) {
    let level = 1;
    while (start + level < end && text.charCodeAt(start + level) === HASH) level += 1;
    const after = start + level;
    if (level <= 6 && (after === end || isSpace(text.charCodeAt(after)))) {
      blocks.push({
        kind: 'heading',
        depth: level,
        order: -1,
        text: headingText(text, after, end, decode),
        line,
        follows,
      });
      return false;
    }
  }
  // - * +
  if (code === 45 || code === 42 || code === 43) {
    if (isRule(text, start, end, code)) return false;
    const after = start + 1;
    if (after === end) return false;
    if (isSpace(text.charCodeAt(after))) {
      let from = after;
      while (from < end && isSpace(text.charCodeAt(from))) from += 1;
      const item = piece(text, from, end, decode);
      blocks.push({ kind: 'bullet', depth: column, order: -1, text: item, line, follows });
      return true;
    }
  } else if (code >= 48 && code <= 57) {
    let after = start + 1;
    while (after < end && after - start < 9 && isDigit(text.charCodeAt(after))) after += 1;
    const dot = text.charCodeAt(after);
    if ((dot === 46 || dot === 41) && after + 1 < end && isSpace(text.charCodeAt(after + 1))) {
      const order = Number(text.slice(start, after));
      let from = after + 1;
      while (from < end && isSpace(text.charCodeAt(from))) from += 1;
      const item = piece(text, from, end, decode);
      blocks.push({ kind: 'bullet', depth: column, order, text: item, line, follows });
      return true;
    }
  } else if (code === PIPE || ((code === 95 || code === 61) && isRule(text, start, end, code))) return false;
  const item = piece(text, start, end, decode);
  blocks.push({ kind: 'text', depth: column, order: -1, text: item, line, follows });
  return true;
}

function piece(text: string, start: number, end: number, decode: Decode | undefined): string {
  return decode === undefined ? text.slice(start, end) : decode(start, end);
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

/** Without the closing `##`. */
function headingText(text: string, from: number, to: number, decode: Decode | undefined): string {
  let end = to;
  while (end > from && text.charCodeAt(end - 1) === HASH) end -= 1;
  if (end < to && end > from && !isSpace(text.charCodeAt(end - 1))) end = to;
  return piece(text, from, end, decode).trim();
}

function fenceAt(text: string, start: number, end: number, code: number): number {
  let length = 0;
  while (start + length < end && text.charCodeAt(start + length) === code) length += 1;
  if (length < 3) return 0;
  if (code === TILDE) return length;
  const backtick = text.indexOf('`', start + length);
  return backtick === -1 || backtick >= end ? length : 0;
}

function closesFence(text: string, start: number, end: number, fence: number, length: number): boolean {
  if (end - start < length) return false;
  for (let i = start; i < end; i += 1) if (text.charCodeAt(i) !== fence) return false;
  return true;
}

/** A line without its comments; `open` when its last one goes on. Comments inside code spans are text. */
function withoutComments(raw: string): { text: string; open: boolean } {
  let kept = '';
  let at = 0;
  let from = 0;
  while (at < raw.length) {
    const code = raw.charCodeAt(at);
    if (code === BACKTICK) {
      const close = raw.indexOf('`', at + 1);
      at = close === -1 ? raw.length : close + 1;
    } else if (code === 60 && raw.startsWith('<!--', at)) {
      kept += raw.slice(from, at);
      const close = raw.indexOf('-->', at + 4);
      // Only a comment that begins its line goes on below; in the middle of a sentence it is a typing mistake.
      if (close === -1) {
        if (kept.trim() === '') return { text: '', open: true };
        return { text: kept + raw.slice(at), open: false };
      }
      at = close + 3;
      from = at;
    } else at += 1;
  }
  return { text: kept + raw.slice(from), open: false };
}

/** Where the text begins below a YAML header, if it has one. */
function frontMatterEnd(text: string): number {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (!text.startsWith('---', start)) return start;
  const first = text.indexOf('\n', start);
  if (first === -1 || text.slice(start, first).trim() !== '---') return start;
  const close = /^---[ \t]*\r?$/m;
  const rest = text.slice(first + 1);
  const found = close.exec(rest);
  if (found === null) return start;
  const end = text.indexOf('\n', first + 1 + found.index);
  return end === -1 ? text.length : end + 1;
}
