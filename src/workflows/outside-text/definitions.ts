import type { Cleaned } from './tags.ts';

/** In front of a definition: quotes and items of lists, which may hold one. */
const START =
  /^([ \t]*(?:(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*){0,6})\[(?!\^)((?:[^[\]\\]|\\[\s\S]){1,999})\]:[ \t]*\n?[ \t>]*/gm;
const DESTINATION = /<[^<>\n]*>|[^\s<]\S*/y;
const BETWEEN = /[ \t]*\n?[ \t>]*/y;
const CLOSED_BY: Readonly<Record<string, string>> = { '"': '"', "'": "'", '(': ')' };

interface Definition {
  label: string;
  start: number;
  /** Where its destination ends, and where all of it does. */
  bare: number;
  end: number;
}

/**
 * The text without the definitions that show nothing: those that nothing refers to, those whose label has one already,
 * and the titles of all others. `used` are the labels that are referred to, `known` those that were defined.
 */
export function withoutDefinitions(text: string, used: ReadonlySet<string>, known: Set<string>): Cleaned {
  const kept: string[] = [];
  let [from, count] = [0, 0];
  for (const { label, start, bare, end } of definitionsIn(text)) {
    if (used.has(label) && !known.has(label)) {
      known.add(label);
      if (text.slice(bare, end).trim() === '') continue;
      kept.push(text.slice(from, bare), '\n');
    } else {
      kept.push(text.slice(from, start));
    }
    count += 1;
    from = end;
  }
  return { text: kept.join('') + text.slice(from), count };
}

/** The labels that a text refers to beside its definitions. */
export function labelsUsed(text: string): Set<string> {
  const kept: string[] = [];
  let from = 0;
  for (const { start, end } of definitionsIn(text)) {
    kept.push(text.slice(from, start));
    from = end;
  }
  return labelsIn([...kept, text.slice(from)].join('\n'));
}

const labelName = (label: string): string => label.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** A label has at most 999 characters, and megabytes between two brackets would exhaust the stack of the pattern. */
function labelsIn(text: string): Set<string> {
  const labels = text.matchAll(/\[((?:[^[\]\\]|\\.){1,999})\]/g);
  return new Set(Array.from(labels, ([, label = '']) => labelName(label)));
}

function* definitionsIn(text: string): Generator<Definition> {
  const closing = closings(text);
  let from = 0;
  for (const found of text.matchAll(START)) {
    const start = found.index;
    if (start < from) continue;
    const bare = matched(DESTINATION, text, start + found[0].length);
    if (bare === undefined) continue;
    const lineEnd = lineOver(text, bare);
    const opening = matched(BETWEEN, text, bare) ?? bare;
    const closed = opening > bare ? closing(text[opening] ?? '', opening + 1) : undefined;
    const titled = closed === undefined ? undefined : lineOver(text, closed);
    const end = titled ?? lineEnd;
    if (end === undefined) continue;
    // A list's bullet stays: the line that it begins is seen.
    yield { label: labelName(found[2] ?? ''), start: start + (found[1] ?? '').length, bare, end };
    from = end;
  }
}

function matched(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) === null ? undefined : pattern.lastIndex;
}

/** Behind the end of the line, where nothing more stands on it. */
function lineOver(text: string, at: number): number | undefined {
  const [rest] = /[^\n]*/y.exec(text.slice(at, at + 1_000)) ?? [''];
  if (rest.trim() !== '') return undefined;
  return Math.min(at + rest.length + 1, text.length);
}

/** Where a title ends that begins with this character. Each search goes on from the one before: one pass in all. */
function closings(text: string) {
  const last = new Map<string, { from: number; at: number }>();
  return (opening: string, from: number): number | undefined => {
    const close = CLOSED_BY[opening];
    if (close === undefined) return undefined;
    const before = last.get(close);
    if (before !== undefined && before.from <= from && from <= before.at) return past(text, from, before.at);
    let at = text.indexOf(close, from);
    while (at !== -1 && isEscaped(text, at)) at = text.indexOf(close, at + 1);
    last.set(close, { from, at: at === -1 ? Infinity : at });
    return past(text, from, at === -1 ? Infinity : at);
  };
}

/** Behind the closing character, unless an empty line ended the title before it. */
function past(text: string, from: number, at: number): number | undefined {
  if (at === Infinity) return undefined;
  return at - from < LONGEST_CHECKED && /\n[ \t>]*\n/.test(text.slice(from, at)) ? undefined : at + 1;
}

const LONGEST_CHECKED = 4_000;

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\' && slashes < 100) slashes += 1;
  return slashes % 2 === 1;
}
