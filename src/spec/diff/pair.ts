import type { SourceSymbol } from '../exports/exported.ts';
import type { Language } from '../language/languages.ts';
import { type Change, UNCHANGED } from './change.ts';
import { compareSymbol } from './compare-symbol.ts';
import type { SpecSymbol } from './spec-symbols.ts';

export interface Pair {
  spec: SpecSymbol;
  /** Undefined when the source does not export it. */
  source: SourceSymbol | undefined;
  change: Change;
}

export interface Paired {
  pairs: Pair[];
  /** What the source exports and the spec does not name. */
  unnamed: SourceSymbol[];
  /** How many exports of the source the spec has to name, and how many it does. */
  expected: number;
  named: number;
}

/**
 * Finds for each symbol of the spec its source. Methods belong to their type: they have to be named only
 * where the spec names methods of that type at all. Submodules have specs of their own.
 */
export function pairSymbols(
  specs: readonly SpecSymbol[],
  sources: readonly SourceSymbol[],
  language: Language | undefined,
): Paired {
  const modules = new Set(sources.filter((one) => one.kind === 'module').map((one) => one.name));
  const isMember = (one: SourceSymbol) => one.parent !== undefined && !modules.has(one.parent);
  const outer = group(sources.filter((one) => !isMember(one)));
  const members = group(sources.filter(isMember));
  const used = new Set<SourceSymbol>();
  const pairs: Pair[] = [];
  for (const same of Map.groupBy(specs, (one) => `${one.parent ?? ''}.${one.name}`).values()) {
    const [first] = same;
    if (first === undefined) continue;
    const found = candidates(first, outer, members);
    for (const one of found) used.add(one);
    pairs.push(...assign(same, found, language));
  }
  pairs.sort((a, b) => a.spec.line - b.spec.line);
  const documented = new Set(
    pairs.flatMap(({ source }) => (source !== undefined && isMember(source) ? [source.parent] : [])),
  );
  const expected = sources.filter(
    (one) =>
      one.kind !== 'module' &&
      // All names of what is not here: no spec can name them.
      one.name !== '*' &&
      (!isMember(one) || (one.kind === 'method' && documented.has(one.parent))),
  );
  // Overloads are one symbol: naming one of them names all.
  const names = new Set(expected.map(key));
  const usedNames = new Set([...used].map(key));
  const unnamed = new Map(expected.filter((one) => !usedNames.has(key(one))).map((one) => [key(one), one]));
  return { pairs, unnamed: [...unnamed.values()], expected: names.size, named: names.size - unnamed.size };
}

function candidates(
  spec: SpecSymbol,
  outer: ReadonlyMap<string, SourceSymbol[]>,
  members: ReadonlyMap<string, SourceSymbol[]>,
): SourceSymbol[] {
  const methods = members.get(spec.name) ?? [];
  const own = spec.parent === undefined ? [] : methods.filter((one) => one.parent === spec.parent);
  if (own.length > 0) return own;
  const outside = outer.get(spec.name) ?? [];
  return outside.length > 0 ? outside : methods;
}

/** Each overload of the spec to the one of the source it fits best. */
function assign(
  specs: readonly SpecSymbol[],
  sources: readonly SourceSymbol[],
  language: Language | undefined,
): Pair[] {
  const free = new Set(sources);
  return specs.map((spec) => {
    let best: { source: SourceSymbol; change: Change; cost: number } | undefined;
    for (const source of free.size > 0 ? free : sources) {
      const change = compareSymbol(spec, source, language);
      const cost = change.reasons.length + (change.breaking ? 1_000 : 0);
      if (best === undefined || cost < best.cost) best = { source, change, cost };
    }
    if (best !== undefined) free.delete(best.source);
    return { spec, source: best?.source, change: best?.change ?? UNCHANGED };
  });
}

/** By name, and by the own name of what is exported under another one. */
function group(symbols: readonly SourceSymbol[]): Map<string, SourceSymbol[]> {
  const groups = new Map<string, SourceSymbol[]>();
  for (const one of symbols)
    for (const name of new Set([one.name, ...(one.alias === undefined ? [] : [one.alias])])) {
      const already = groups.get(name);
      if (already === undefined) groups.set(name, [one]);
      else already.push(one);
    }
  return groups;
}

function key(one: SourceSymbol): string {
  return `${one.parent ?? ''}.${one.name}.${one.file}`;
}
