import { isSpace } from './space.ts';
import { BULLET, HEADING, TEXT, type BlockList } from './block-list.ts';
import type { Source } from './source.ts';

const HASH = 35;
const STAR = 42;
const PLUS = 43;
const MINUS = 45;
const SPACE = 32;

/** What a line that is no plain text begins with. */
const MARKS = new Uint8Array(256);
for (const mark of '#*+-0123456789_=|`~') MARKS[mark.charCodeAt(0)] = 1;

export function isMark(code: number): boolean {
  return MARKS[code] === 1;
}

/** Adds the block of the line whose text goes from `start` to before `end`; none for a rule or a table's row. */
export function readLine(
  blocks: BlockList,
  source: Source,
  start: number,
  end: number,
  column: number,
  line: number,
  follows: boolean,
): void {
  const { bytes } = source;
  const code = bytes[start] as number;
  if (code === HASH && column < 4) {
    let after = start + 1;
    while (after < end && (bytes[after] as number) === HASH) after += 1;
    const level = after - start;
    if (level <= 6 && (after === end || isSpace(bytes[after] as number))) {
      const from = textStart(bytes, after, end);
      const last = bytes[end - 1] as number;
      // Nothing to cut off, as of most.
      if (last !== HASH && !isWideSpace(bytes, from, end))
        blocks.add(HEADING, level, -1, line, follows, from, end);
      else readHeading(blocks, source, from, end, level, line, follows);
      return;
    }
  } else if (code === MINUS || code === STAR || code === PLUS) {
    if (isRule(bytes, start, end, code) || start + 1 === end) return;
    if (isSpace(bytes[start + 1] as number)) {
      blocks.add(BULLET, column, -1, line, follows, textStart(bytes, start + 1, end), end);
      return;
    }
  } else if (isDigit(code)) {
    let after = start + 1;
    while (after < end && after - start < 9 && isDigit(bytes[after] as number)) after += 1;
    const dot = bytes[after] as number;
    if ((dot === 46 || dot === 41) && after + 1 < end && isSpace(bytes[after + 1] as number)) {
      const order = Number(source.chars.slice(start, after));
      blocks.add(BULLET, column, order, line, follows, textStart(bytes, after + 1, end), end);
      return;
    }
  } else if (code === 124 || ((code === 95 || code === 61) && isRule(bytes, start, end, code))) return;
  blocks.add(TEXT, column, -1, line, follows, start, end);
}

/** Without the closing `##`. */
function readHeading(
  blocks: BlockList,
  source: Source,
  from: number,
  to: number,
  level: number,
  line: number,
  follows: boolean,
): void {
  const { bytes } = source;
  let end = to;
  while (end > from && (bytes[end - 1] as number) === HASH) end -= 1;
  if (end < to && end > from && !isSpace(bytes[end - 1] as number)) end = to;
  while (end > from && isSpace(bytes[end - 1] as number)) end -= 1;
  if (isWideSpace(bytes, from, end))
    blocks.addOwn(HEADING, level, -1, line, follows, source.slice(from, end).trim());
  else blocks.add(HEADING, level, -1, line, follows, from, end);
}

/** Whether a text may begin or end with a space of another script: U+00A0, U+1680, U+2000 and on, U+3000, U+FEFF. */
function isWideSpace(bytes: Buffer, from: number, end: number): boolean {
  if (WIDE[bytes[from] as number] === 1) return true;
  return (
    (bytes[end - 1] as number) > 127 && (bytes[end - 2] === 0xc2 || WIDE[bytes[end - 3] as number] === 1)
  );
}

const WIDE = new Uint8Array(256);
for (const lead of [0xc2, 0xe1, 0xe2, 0xe3, 0xef]) WIDE[lead] = 1;

function textStart(bytes: Buffer, at: number, end: number): number {
  let from = at;
  while (from < end && isSpace(bytes[from] as number)) from += 1;
  return from;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** `---`, `***`, `___`, `===`: nothing but one character. */
function isRule(bytes: Buffer, start: number, end: number, code: number): boolean {
  if (end - start < 3) return false;
  for (let i = start; i < end; i += 1) {
    const here = bytes[i] as number;
    if (here !== code && here !== SPACE) return false;
  }
  return true;
}
