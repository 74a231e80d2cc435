import { encodings } from './encodings.ts';
import { reduced, type Reduced } from './reduced.ts';

/** Every run of eight characters of every form of a secret, to find all of them in one pass over a text. */
export interface Disguises {
  runs: ReadonlyMap<string, readonly Run[]>;
  /** Most places of a text are ruled out by this alone. */
  hashes: Uint8Array;
}

interface Form {
  text: string;
  /** How many of its characters one character of the secret takes. */
  width: number;
}

interface Run {
  form: Form;
  at: number;
}

const RUN = 8;
/** So much of a secret in one piece is told; ordinary words are shorter. */
const PART = 20;
const SHORTEST = 16;
/** Of a secret in several pieces so much has to be there: the same beginnings are common to many tokens. */
const MOST_OF_IT = 0.6;
const BUCKETS = 1 << 18;
const FACTOR = 31;
const LEAVES = Array.from({ length: RUN }).reduce<number>((power) => Math.imul(power, FACTOR), 1);

export function disguises(value: string): Disguises {
  const runs = new Map<string, Run[]>();
  const hashes = new Uint8Array(BUCKETS);
  for (const text of encodings(value)) {
    if (text.length < SHORTEST) continue;
    const form = { text, width: Math.max(1, text.length / value.length) };
    for (let at = 0; at + RUN <= text.length; at += 1) {
      const run = text.slice(at, at + RUN);
      const known = runs.get(run);
      if (known === undefined) runs.set(run, [{ form, at }]);
      else known.push({ form, at });
      hashes[hashOf(run) & (BUCKETS - 1)] = 1;
    }
  }
  return { runs, hashes };
}

interface Place {
  index: number;
  length: number;
}

/** Where a text holds one of these with separators, in another case or code, backwards, or in pieces. */
export function* disguisedIn(text: string, held: readonly Disguises[]): Generator<Place> {
  if (held.length === 0 || text.length < SHORTEST) return;
  const views = [reduced(text)];
  if (/[&\\=%]/.test(text)) views.push(reduced(text, true));
  for (const view of views) for (const each of held) yield* placesIn(view, each);
}

interface Piece {
  start: number;
  at: number;
  length: number;
}

function* placesIn(view: Reduced, held: Disguises): Generator<Place> {
  const place = ({ start, length }: Piece): Place => {
    const index = view.from(start);
    return { index, length: view.to(start + length - 1) - index };
  };
  const pieces = new Map<Form, Piece[]>();
  for (const { form, piece } of piecesIn(view.text, held)) {
    const least = Math.min(Math.ceil(PART * form.width), form.text.length);
    if (piece.length >= least) yield place(piece);
    const known = pieces.get(form) ?? [];
    pieces.set(form, known);
    if (piece.length >= RUN * form.width && known.length < 1_000) known.push(piece);
  }
  for (const [form, found] of pieces) {
    if (found.length < 2 || form.text.length < PART * form.width) continue;
    const covered = new Set(
      found.flatMap(({ at, length }) => Array.from({ length }, (_, step) => at + step)),
    );
    if (covered.size >= Math.max(PART * form.width, form.text.length * MOST_OF_IT)) yield* found.map(place);
  }
}

/** Each as long as it can be, once. */
function* piecesIn(text: string, { runs, hashes }: Disguises): Generator<{ form: Form; piece: Piece }> {
  let hash = 0;
  for (let end = 0; end < text.length; end += 1) {
    hash = (Math.imul(hash, FACTOR) + text.charCodeAt(end)) | 0;
    if (end >= RUN) hash = (hash - Math.imul(LEAVES, text.charCodeAt(end - RUN))) | 0;
    if (end < RUN - 1 || hashes[hash & (BUCKETS - 1)] === 0) continue;
    const start = end - RUN + 1;
    for (const { form, at } of runs.get(text.slice(start, end + 1)) ?? []) {
      if (at > 0 && start > 0 && form.text[at - 1] === text[start - 1]) continue;
      let length = RUN;
      while (at + length < form.text.length && form.text[at + length] === text[start + length]) length += 1;
      yield { form, piece: { start, at, length } };
    }
  }
}

function hashOf(run: string): number {
  let hash = 0;
  for (let at = 0; at < run.length; at += 1) hash = (Math.imul(hash, FACTOR) + run.charCodeAt(at)) | 0;
  return hash;
}
