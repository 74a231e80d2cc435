import type { Database } from '../../../host/db/sqlite.ts';
import { PER_DOLLAR } from './day-use.ts';
import { chosenKeys, eachSum, GATHERED, type ChosenKeys } from './packed-sums.ts';
import type { SumPart } from './sum-names.ts';

/** Lets a connection add up packed sums. */
export function teachAdding(db: Database): void {
  db.raw.function('add_sums', (gathered, keys, top) =>
    addSums(textOf(gathered), keysOf(keys), typeof top === 'number' ? top : -1),
  );
  db.raw.function('add_groups', (gathered, keys, groups) =>
    addGroups(textOf(gathered), keysOf(keys), textOf(groups)),
  );
}

/** The sums of all sessions, not yet added up; as a value in SQL. */
export function gatheredSums(part: SumPart): string {
  return `(SELECT ${GATHERED} FROM session_sums WHERE part = '${part}')`;
}

/**
 * The sums of some sessions (`keys`, in SQL) as a table of `first`, `second` (the names), `count` and
 * `sessions`; with a parameter for `top` only the largest that many, and those as large as the last of them.
 */
export function addedSums(part: SumPart, keys: string, top: '?' | 'NULL' = 'NULL'): string {
  return `(SELECT first, second, value ->> 1 AS sessions, value ->> 2 AS count
    FROM json_each(add_sums(${gatheredSums(part)}, ${keys}, ${top})) AS added
    CROSS JOIN sum_names ON sum_names.id = value ->> 0)`;
}

const COST_NUMBERS =
  'messages input_tokens output_tokens cache_write_tokens cache_read_tokens billionths unpriced_tokens'.split(
    ' ',
  );

/** The costs of some sessions by day or by model, as a table. */
export function addedCosts(part: 'day' | 'model', keys: string): string {
  const groups = `(SELECT json_group_array(json_array(id, ${part === 'day' ? 'first' : 'second'}))
    FROM sum_names WHERE part = 'costs')`;
  return `(SELECT *, billionths / ${PER_DOLLAR}.0 AS cost FROM (
    SELECT value ->> 0 AS ${part}, value ->> 1 AS sessions,
      ${COST_NUMBERS.map((name, at) => `value ->> ${at + 2} AS ${name}`).join(', ')}
    FROM json_each(add_groups(${gatheredSums('costs')}, ${keys}, ${groups}))))`;
}

interface Sum<Key> {
  key: Key;
  sessions: number;
  /** The session it was found in last. */
  session: number;
  values: number[];
}

function addSums(gathered: string, chosen: ChosenKeys | undefined, top: number): string {
  const byName: (Sum<number> | undefined)[] = [];
  eachSum(gathered, chosen, (session, name, numbers) => {
    const sum = numbers[0] ?? 0;
    const known = byName[name];
    if (known === undefined) byName[name] = { key: name, sessions: 1, session, values: [sum] };
    else {
      known.values[0] = (known.values[0] ?? 0) + sum;
      if (known.session !== session) known.sessions += 1;
      known.session = session;
    }
  });
  const sums = byName.filter((sum) => sum !== undefined);
  return JSON.stringify(largest(sums, top).map(rowOf));
}

function largest(sums: readonly Sum<number>[], top: number): readonly Sum<number>[] {
  if (top < 0 || sums.length <= top) return sums;
  const sorted = Float64Array.from(sums, ({ values }) => values[0] ?? 0).sort();
  const least = sorted[sorted.length - top] ?? 0;
  return sums.filter(({ values }) => (values[0] ?? 0) >= least);
}

/** Adds up lists of numbers under groups of names; `groups` is `[[name, group] …]` as JSON. */
function addGroups(gathered: string, chosen: ChosenKeys | undefined, groups: string): string {
  const sums = new Map<string, Sum<string>>();
  const byName: Sum<string>[] = [];
  for (const [name, group] of JSON.parse(groups === '' ? '[]' : groups) as [number, string][]) {
    const sum = sums.get(group) ?? { key: group, sessions: 0, session: 0, values: [] };
    sums.set(group, sum);
    byName[name] = sum;
  }
  eachSum(gathered, chosen, (session, name, numbers, count) => {
    const sum = byName[name];
    if (sum === undefined) return;
    for (let at = 0; at < count; at += 1) sum.values[at] = (sum.values[at] ?? 0) + (numbers[at] ?? 0);
    if (sum.session !== session) sum.sessions += 1;
    sum.session = session;
  });
  return JSON.stringify([...sums.values()].filter(({ sessions }) => sessions > 0).map(rowOf));
}

function rowOf<Key>({ key, sessions, values }: Sum<Key>): (Key | number)[] {
  return [key, sessions, ...values];
}

/** Nothing given means all. */
function keysOf(value: unknown): ChosenKeys | undefined {
  return typeof value === 'string' ? chosenKeys(value) : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
