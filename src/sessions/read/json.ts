/** Lenient looks into what other programs wrote: a wrong type reads as "not there". */
export type Json = Record<string, unknown>;

export function recordOf(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

export function textIn(record: Json, key: string): string | undefined {
  const value = record[key];
  return typeof value === 'string' ? value : undefined;
}

/** A count: anything but a sensible number is 0. */
export function numberIn(record: Json, key: string): number {
  const value = record[key];
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}

/** The object in a piece of text, or undefined when it is not one. */
export function parseRecord(text: string): Json | undefined {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}
