/**
 * Everything that is left open in a run, by stream. 0 is always the plainest choice, and what a list does not say any
 * more is 0: a run is made simpler by cutting lists and lowering numbers.
 */
export type Choices = ReadonlyMap<string, readonly number[]>;

/** Where everything that is left open is decided, and written down. */
export interface Chooser {
  /** A number below `n`. `odds`: how likely it is another one than 0; even chances for all where it is absent. */
  choose(stream: string, n: number, odds?: number): number;
  /** One of these; the first is the plainest. */
  pick<T>(stream: string, of: readonly [T, ...T[]], odds?: number): T;
  /** What was chosen so far. */
  taken(): Choices;
}

/** Chosen by a seed: each stream by itself, so that more of one changes nothing in another. */
export function seededChooser(seed: number): Chooser {
  const streams = new Map<string, () => number>();
  return recording((stream, n, odds) => {
    let next = streams.get(stream);
    if (next === undefined) streams.set(stream, (next = generator(seed, stream)));
    if (odds !== undefined && next() >= odds) return 0;
    return odds === undefined ? Math.floor(next() * n) : 1 + Math.floor(next() * (n - 1));
  });
}

/** Chosen before: what is written down, then nothing but the plainest. */
export function repeatingChooser(choices: Choices): Chooser {
  const at = new Map<string, number>();
  return recording((stream, n) => {
    const index = at.get(stream) ?? 0;
    at.set(stream, index + 1);
    return Math.min(choices.get(stream)?.[index] ?? 0, n - 1);
  });
}

function recording(next: (stream: string, n: number, odds: number | undefined) => number): Chooser {
  const taken = new Map<string, number[]>();
  const choose: Chooser['choose'] = (stream, n, odds) => {
    if (n <= 1) return 0;
    const chosen = next(stream, n, odds);
    const list = taken.get(stream);
    if (list === undefined) taken.set(stream, [chosen]);
    else list.push(chosen);
    return chosen;
  };
  return {
    choose,
    pick: (stream, of, odds) => of[choose(stream, of.length, odds)] ?? of[0],
    taken: () => taken,
  };
}

/** Numbers in [0, 1) that depend on the seed and the name alone (mulberry32 over an FNV hash of the name). */
function generator(seed: number, name: string): () => number {
  let state = 0x811c9dc5 ^ seed;
  for (let i = 0; i < name.length; i += 1) state = Math.imul(state ^ name.charCodeAt(i), 0x01000193);
  state = Math.imul(state ^ (seed >>> 16), 0x85ebca6b);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
