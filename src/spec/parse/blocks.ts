import { readLine, type Block } from './block.ts';
import { withoutComments } from './comments.ts';
import { closesFence, fenceAt } from './fence.ts';
import { frontMatterEnd } from './front-matter.ts';
import { isSpace } from './space.ts';
import { Source } from './source.ts';

/** What gives no block but may matter where it stands: a table, or the code right below a heading. */
interface Skipped {
  kind: 'fence' | 'table';
  line: number;
  code: string;
}

export interface Blocks {
  blocks: Block[];
  /** By the index of the block that follows. */
  skipped: Map<number, Skipped[]>;
  /** Where in `blocks` the headings are. */
  headings: number[];
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

const MENTION = 'CLAUDE.md#';
const MARKER_LINES = 5;
const MARKER = /^\s*<!--\s*schema:\s*(\d+(?:\.\d+)*)\s*-->/;

/** Reads line by line, each line once, deciding by its first characters. */
export function readBlocks(source: Source): Blocks {
  const text = source.chars;
  const blocks: Block[] = [];
  const headings: number[] = [];
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
  let at = frontMatterEnd(text);
  for (let i = 0; i < at; i += 1) if (text.charCodeAt(i) === LF) line += 1;

  while (at < text.length) {
    line += 1;
    let next = text.indexOf('\n', at);
    if (next === -1) next = text.length;
    const lineStart = at;
    at = next + 1;
    if (next === lineStart || lineStart < commentEnd) {
      follows = false;
      continue;
    }
    let end = next;
    while (end > lineStart && isSpace(text.charCodeAt(end - 1))) end -= 1;
    let start = lineStart;
    let column = 0;
    for (; start < end; start += 1) {
      const code = text.charCodeAt(start);
      if (code === SPACE) column += 1;
      else if (code === TAB) column += 4 - (column % 4);
      else break;
    }
    if (fence !== 0) {
      if (closesFence(text, start, end, fence, fenceLength)) {
        fence = 0;
        if (blocks.at(-1)?.kind === 'heading')
          skip({ kind: 'fence', line: fenceLine, code: source.slice(fenceFrom, lineStart) });
      }
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
      const raw = source.slice(start, end);
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
      const block =
        kept === '' ? undefined : readLine(new Source(kept), 0, kept.length, column, line, follows);
      if (block?.kind === 'heading') headings.push(blocks.length);
      if (block !== undefined) blocks.push(block);
      follows = kept !== '' && blocks.at(-1)?.kind !== 'heading';
      continue;
    }
    if (mentioned) mentions.push({ line, text: source.slice(start, end) });
    const block = readLine(source, start, end, column, line, follows);
    follows = false;
    if (block === undefined) continue;
    if (block.kind === 'heading') headings.push(blocks.length);
    else follows = true;
    blocks.push(block);
  }
  return { blocks, headings, skipped, mentions, marker };
}
