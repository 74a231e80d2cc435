import { decoded } from './decoded.ts';
import { disguisedIn } from './disguised.ts';
import { heldIn, type HeldSecret } from './held.ts';
import { joined } from './joined.ts';
import { hasPlaceholderWord, isPlaceholder } from './placeholder.ts';
import { SECRET_SHAPES } from './shapes.ts';

/** Where something that is or looks like a secret stands. Never the secret itself: this is journaled and published. */
export interface SecretPlace {
  kind: string;
  index: number;
  length: number;
}

export const OUR_SECRET = 'secret of autodev itself';

export interface FindOptions {
  held?: readonly HeldSecret[];
  /** What is written instead of a secret counts, too: for logs, where nobody is stopped by it. */
  placeholders?: boolean;
  /** Literals that code joins are put together. Not where quotes have to stay as they are. */
  joins?: boolean;
}

/** Every secret in a text: by its shape or because it is ours, plain, coded (also twice), or in pieces. Pure. */
export function findSecrets(text: string, options: FindOptions = {}): SecretPlace[] {
  const places = [...plain(text, options), ...disguised(text, options), ...coded(text, options)];
  // In JSON the letter of an escaped line end would stand before a token as if it were part of it.
  const unescaped = text.replaceAll(/\\[nrt]/g, '\n\n');
  if (unescaped !== text) places.push(...plain(unescaped, options));
  const together = options.joins === false ? undefined : joined(text);
  if (together !== undefined) {
    for (const { kind, index, length } of plain(together.text, options)) {
      const from = together.indexOf(index);
      places.push({ kind, index: from, length: together.indexOf(index + length - 1) + 1 - from });
    }
  }
  return withoutRepeats(places);
}

function* plain(text: string, { held = [], placeholders = false }: FindOptions): Generator<SecretPlace> {
  for (const place of heldIn(text, held)) yield { kind: OUR_SECRET, ...place };
  for (const { kind, pattern } of SECRET_SHAPES) {
    for (const { 0: secret, index } of text.matchAll(pattern)) {
      if (placeholders || !isHarmless(kind, secret)) yield { kind, index, length: secret.length };
    }
  }
}

function* disguised(text: string, { held = [], joins = true }: FindOptions): Generator<SecretPlace> {
  const all = held.map((each) => each.disguises);
  for (const { index, length } of disguisedIn(text, all)) {
    if (!joins && /(?<!\\)"/.test(text.slice(index, index + length))) continue;
    // The letter of an escape leaves with its backslash, or JSON would be none any more.
    const escaped = (/\\*$/.exec(text.slice(Math.max(0, index - 50), index))?.[0].length ?? 0) % 2;
    yield { kind: OUR_SECRET, index: index - escaped, length: length + escaped };
  }
}

function* coded(text: string, options: FindOptions, deeper = 1): Generator<SecretPlace> {
  for (const run of decoded(text)) {
    const inside = [...plain(run.text, options)];
    if (deeper > 0) inside.push(...coded(run.text, options, deeper - 1));
    for (const { kind } of inside) yield { kind, index: run.index, length: run.length };
  }
}

function isHarmless(kind: string, secret: string): boolean {
  if (kind !== 'JSON web token') return isPlaceholder(secret);
  // The tokens that documents show name nobody real.
  const payload = Buffer.from(secret.split('.')[1] ?? '', 'base64url').toString('latin1');
  return hasPlaceholderWord(payload);
}

/** More of them say nothing more. */
const MOST = 200;

/** One place is one secret; the kind that is found first, ours before all, names it. */
function withoutRepeats(places: readonly SecretPlace[]): SecretPlace[] {
  const kept: SecretPlace[] = [];
  for (const place of places) {
    if (kept.length === MOST) break;
    const within = (other: SecretPlace) =>
      place.index < other.index + other.length && other.index < place.index + place.length;
    if (!kept.some(within)) kept.push(place);
  }
  return kept.sort((a, b) => a.index - b.index);
}
