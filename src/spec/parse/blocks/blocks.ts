import { BlockList, TEXT } from './block-list.ts';
import { withoutComments } from './comments.ts';
import { closesFence, fenceAt } from './fence.ts';
import { frontMatterEnd } from './front-matter.ts';
import { isMark, readLine } from './read-line.ts';
import { isSpace } from './space.ts';
import { Source } from './source.ts';

/** What gives no block but may matter where it stands: a table, or the code right below a heading. */
interface Skipped {
  kind: 'fence' | 'table';
  line: number;
  code: string;
}

export interface Blocks {
  blocks: BlockList;
  /** By the index of the block that follows. */
  skipped: Map<number, Skipped[]>;
  /** Lines that mention a symbol of a CLAUDE.md, tables too. */
  mentions: { line: number; text: string }[];
  /** Version of the schema marker in the first five lines, and its line. */
  marker: { version: string; line: number } | undefined;
}

const LF = 10;
const TAB = 9;
const SPACE = 32;
const BACKTICK = 96;
const TILDE = 126;
const PIPE = 124;

const NONE_SKIPPED: Blocks['skipped'] = new Map();
const COMMENT = '<!--';
const MENTION = 'CLAUDE.md#';
const MARKER_LINES = 5;
const MARKER = /^\s*<!--\s*schema:\s*(\d+(?:\.\d+)*)\s*-->/;

/** Reads line by line, each line once, deciding by its first characters. */
export function readBlocks(source: Source, blocks = new BlockList()): Blocks {
  const { bytes, chars } = source;
  blocks.begin(source);
  let skipped = NONE_SKIPPED;
  const skip = (one: Skipped) => {
    if (skipped === NONE_SKIPPED) skipped = new Map();
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
  let nextComment = indexOr(chars, COMMENT, 0);
  let nextMention = indexOr(chars, MENTION, 0);
  let at = frontMatterEnd(chars);
  for (let i = 0; i < at; i += 1) if ((bytes[i] as number) === LF) line += 1;

  while (at < chars.length) {
    line += 1;
    const next = indexOr(chars, '\n', at);
    const lineStart = at;
    at = next + 1;
    if (next === lineStart || lineStart < commentEnd) {
      follows = false;
      continue;
    }
    let end = next;
    while (end > lineStart && isSpace(bytes[end - 1] as number)) end -= 1;
    let start = lineStart;
    let column = 0;
    for (; start < end; start += 1) {
      const code = bytes[start] as number;
      if (code === SPACE) column += 1;
      else if (code === TAB) column += 4 - (column % 4);
      else break;
    }
    if (fence !== 0) {
      if (closesFence(bytes, start, end, fence, fenceLength)) {
        fence = 0;
        if (blocks.length > 0 && blocks.isHeading(blocks.length - 1))
          skip({ kind: 'fence', line: fenceLine, code: source.slice(fenceFrom, lineStart) });
      }
      follows = false;
      continue;
    }
    if (start >= end) {
      follows = false;
      continue;
    }
    const code = bytes[start] as number;
    if (code === BACKTICK || code === TILDE) {
      const length = fenceAt(bytes, start, end, code);
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
    if (nextMention < lineStart) nextMention = indexOr(chars, MENTION, lineStart);
    const mentioned = nextMention < end;
    if (nextComment < lineStart) nextComment = indexOr(chars, COMMENT, lineStart);
    if (nextComment < end) {
      const raw = source.slice(start, end);
      if (line <= MARKER_LINES && marker === undefined) {
        const version = MARKER.exec(raw)?.[1];
        if (version !== undefined) marker = { version, line };
      }
      const stripped = withoutComments(raw);
      if (stripped.open) commentEnd = indexOr(chars, '-->', end) + 1;
      const kept = stripped.text.trim();
      if (mentioned) mentions.push({ line, text: kept });
      if (kept !== '') addOwnLine(blocks, kept, column, line, follows);
      follows = kept !== '' && !(blocks.length > 0 && blocks.isHeading(blocks.length - 1));
      continue;
    }
    if (mentioned) mentions.push({ line, text: source.slice(start, end) });
    if (!isMark(code)) {
      blocks.add(TEXT, column, -1, line, follows, start, end);
      follows = true;
      continue;
    }
    const before = blocks.length;
    readLine(blocks, source, start, end, column, line, follows);
    follows = blocks.length > before && !blocks.isHeading(before);
  }
  return { blocks, skipped, mentions, marker };
}

/** A line whose text does not stand in the file as it is. */
function addOwnLine(blocks: BlockList, text: string, column: number, line: number, follows: boolean): void {
  const own = new Source(text);
  const read = new BlockList();
  read.begin(own);
  readLine(read, own, 0, own.bytes.length, column, line, follows);
  if (read.length === 1)
    blocks.addOwn(read.shape(0), read.depth(0), read.order(0), line, follows, read.text(0));
}

/** Where it stands next; the end of the text when it does not. */
function indexOr(text: string, word: string, from: number): number {
  const at = text.indexOf(word, from);
  return at === -1 ? text.length : at;
}
