const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
/** Inside of these, up to their end, nothing is Markdown; elsewhere HTML ends with the first empty line. */
const RAW = /^ {0,3}<(pre|script|style|textarea)(?=[\s>]|$)/i;
const HTML = /^ {0,3}<(?:\/?[a-z][\w-]*(?=[\s/>]|$)|[!?])/i;

/** A run of lines: prose, a block of code that everybody sees as it is, or HTML, in which nothing is code. */
export interface Block {
  kind: 'prose' | 'code' | 'html';
  text: string;
}

/**
 * The text cut where blocks of code begin and end for Markdown, so that a fence which is none (in HTML, or within a
 * longer or another one) cannot make prose pass for code. A block that nothing ends is prose.
 */
export function blocksOf(text: string): readonly Block[] {
  if (last?.text !== text) last = { text, blocks: cut(text) };
  return last.blocks;
}

/** One text is asked for by every rule in turn. */
let last: { text: string; blocks: readonly Block[] } | undefined;

function cut(text: string): Block[] {
  const lines = text.split(/(?<=\n)/);
  const blocks: Block[] = [];
  const add = (kind: Block['kind'], from: number, to: number) => {
    const part = lines.slice(from, to).join('');
    const before = blocks.at(-1);
    if (part === '') return;
    if (before?.kind === kind && kind !== 'code') before.text += part;
    else blocks.push({ kind, text: part });
  };
  const ends = endings(lines);
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line.trimEnd())?.[1];
    const end = fence === undefined ? undefined : ends(fence, at + 1);
    if (end !== undefined) add('code', at, end + 1);
    const raw = RAW.exec(line)?.[1];
    const html =
      raw !== undefined ? rawEnd(lines, at, raw) : HTML.test(line) ? emptyLine(lines, at) : undefined;
    if (end === undefined) add(html === undefined ? 'prose' : 'html', at, html ?? at + 1);
    at = end === undefined ? (html ?? at + 1) : end + 1;
  }
  return blocks;
}

/** The line that closes a fence, looked for once per kind of fence: what is not below here is not further down. */
function endings(lines: readonly string[]) {
  const none = new Map<string, number>();
  return (fence: string, from: number): number | undefined => {
    const char = fence.startsWith('~') ? '~' : '`';
    const missing = none.get(char);
    if (missing !== undefined && fence.length >= missing) return undefined;
    for (let at = from; at < lines.length; at += 1) {
      const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec((lines[at] ?? '').trimEnd())?.[1];
      if (closing?.startsWith(fence) === true) return at;
    }
    none.set(char, Math.min(missing ?? Infinity, fence.length));
    return undefined;
  };
}

function rawEnd(lines: readonly string[], from: number, name: string): number {
  const end = new RegExp(`</${name}\\s*>`, 'i');
  let at = from;
  while (at < lines.length && !end.test(lines[at] ?? '')) at += 1;
  return Math.min(at + 1, lines.length);
}

function emptyLine(lines: readonly string[], from: number): number {
  let at = from + 1;
  while (at < lines.length && (lines[at] ?? '').trim() !== '') at += 1;
  return at;
}
