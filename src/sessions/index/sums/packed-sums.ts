/**
 * A file has many sums under few names. As rows they were half of the work of indexing, and sorting them by
 * name nearly all of a filtered question's; so the sums of a file are one text, `name:sum,name:sum` with
 * names as numbers (see sum-names.ts). A sum is a whole number, or several with spaces between.
 */
export type Packed = string;

const SPACE = 32;
const COMMA = 44;
const COLON = 58;
const SEMICOLON = 59;

/** With one more sum. */
export function packed(text: Packed, name: number, sum: number | string): Packed {
  return text === '' ? `${name}:${sum}` : `${text},${name}:${sum}`;
}

/** The sums of both, each a single number. */
export function addPacked(a: Packed, b: Packed): Packed {
  const sums = new Map<number, number>();
  for (const text of [a, b])
    // As if gathered of a session 0.
    eachSum(text === '' ? '' : `0;${text}`, undefined, (_, name, numbers) =>
      sums.set(name, (sums.get(name) ?? 0) + (numbers[0] ?? 0)),
    );
  let text = '';
  for (const [name, sum] of sums) text = packed(text, name, sum);
  return text;
}

/** A packed text as JSON, `{"name":[sum]}`; in SQL. */
export function jsonOf(column: string): string {
  return `'{"' || replace(replace(replace(${column}, ',', '],"'), ':', '":['), ' ', ',') || ']}'`;
}

/** The same sums under other names: `names` has for each number the new one. */
export function renumber(text: Packed, names: readonly string[]): Packed {
  let renamed = '';
  for (let at = 0; at < text.length;) {
    let name = 0;
    let colon = at;
    for (; text.charCodeAt(colon) !== COLON; colon += 1) name = name * 10 + text.charCodeAt(colon) - 48;
    const comma = text.indexOf(',', colon);
    const end = comma === -1 ? text.length : comma + 1;
    renamed += (names[name] ?? '') + text.slice(colon, end);
    at = end;
  }
  return renamed;
}

/** The packed sums of files, each after its session: `session;packed,session;packed`. */
export const GATHERED = "group_concat(session || ';' || sums)";

const MOST_NUMBERS = 8;

/** Takes one sum: the numbers under a name, of which only the first `count` are meant. */
export type TakeSum = (session: number, name: number, numbers: Float64Array, count: number) => void;

/** Gives every sum of a gathered text; the sums of one session come one after the other. */
export function eachSum(gathered: string, chosen: ChosenKeys | undefined, take: TakeSum): void {
  const numbers = new Float64Array(MOST_NUMBERS);
  let count = 0;
  let session = 0;
  let name = 0;
  let number = 0;
  // A loop over the characters: measured, a tenth of what `split` takes.
  for (let at = 0; at < gathered.length; at += 1) {
    const char = gathered.charCodeAt(at);
    if (char > 47 && char < 58) number = number * 10 + char - 48;
    else if (char === COLON) {
      name = number;
      number = 0;
    } else if (char === COMMA || char === SPACE) {
      numbers[count] = number;
      count += 1;
      number = 0;
      if (char === COMMA) {
        take(session, name, numbers, count);
        count = 0;
      }
    } else if (char === SEMICOLON) {
      session = number;
      number = 0;
      if (chosen !== undefined && chosen[session] !== 1) {
        at = endOfSession(gathered, at);
        if (at === -1) return;
      }
    } else throw new Error('sums that are not packed as we pack them');
  }
  if (gathered === '') return;
  numbers[count] = number;
  take(session, name, numbers, count + 1);
}

/** The comma before the next session; -1 when there is none. */
function endOfSession(gathered: string, at: number): number {
  const next = gathered.indexOf(';', at + 1);
  return next === -1 ? -1 : gathered.lastIndexOf(',', next);
}

/** 1 for each session that is asked about. */
export type ChosenKeys = Uint8Array;

/** From their keys with commas between. */
export function chosenKeys(keys: string): ChosenKeys {
  const all = keys === '' ? [] : keys.split(',').map(Number);
  const chosen = new Uint8Array(all.reduce((most, key) => Math.max(most, key), 0) + 1);
  for (const key of all) chosen[key] = 1;
  return chosen;
}
