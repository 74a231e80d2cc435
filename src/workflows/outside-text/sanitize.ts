import { HIDDEN_MARKUP, type MarkupKind } from './hidden-markup.ts';
import { INVISIBLE } from './invisible.ts';

export type HiddenKind = MarkupKind | 'character';

export interface Removed {
  kind: HiddenKind;
  what: string;
  count: number;
}

export interface Sanitized {
  text: string;
  removed: Removed[];
}

/** What is taken away can bring something hidden about; past this many turns somebody is playing. */
const MOST_TURNS = 12;

/** What hides text from people but not from models is taken out, and named so that people can see that it was there. */
export function sanitize(text: string): Sanitized {
  const counts = new Map<string, Removed>();
  let clean = plainLines(text);
  for (let turn = 0; ; turn += 1) {
    const before = clean;
    clean = once(clean, counts);
    if (clean === before) break;
    if (turn === MOST_TURNS) clean = clean.replaceAll('<', '‹').replaceAll('[', '(');
  }
  return { text: clean, removed: [...counts.values()] };
}

/** Only the characters that nobody sees: for code and for what is shown to people as it was written. */
export function sanitizeCharacters(text: string): Sanitized {
  const counts = new Map<string, Removed>();
  let clean = plainLines(text);
  for (let before = ''; before !== clean;) {
    before = clean;
    clean = visible(clean, counts);
  }
  return { text: clean, removed: [...counts.values()] };
}

function once(text: string, counts: Map<string, Removed>): string {
  let clean = text;
  for (const { kind, what, without } of HIDDEN_MARKUP) {
    const done = without(clean);
    clean = done.text;
    add(counts, kind, what, done.count);
  }
  return visible(clean, counts);
}

function visible(text: string, counts: Map<string, Removed>): string {
  let clean = text;
  for (const { what, pattern } of INVISIBLE) {
    let count = 0;
    clean = clean.replaceAll(pattern, (found: string, kept?: unknown) => {
      if (typeof kept === 'string') return kept;
      count += 1;
      return found.slice(0, 0);
    });
    add(counts, 'character', what, count);
  }
  return clean;
}

function add(counts: Map<string, Removed>, kind: HiddenKind, what: string, count: number): void {
  if (count === 0) return;
  const known = counts.get(what) ?? { kind, what, count: 0 };
  counts.set(what, { ...known, count: known.count + count });
}

const plainLines = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\r\u2028\u2029\u0085]/g, '\n');
