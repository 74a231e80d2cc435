/** A set of names, written as one text. */
export function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** What a table says of a name, and nothing that every object has. */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** One pattern of several, so that none of them becomes a line nobody reads. */
export function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), patterns[0]?.flags);
}
