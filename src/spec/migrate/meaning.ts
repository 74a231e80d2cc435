import { isDeepStrictEqual } from 'node:util';
import type { ClaudeMdSpec } from '../spec.ts';

/** Whether two specs say the same, wherever it stands and whatever version says it. */
export function sameMeaning(a: ClaudeMdSpec, b: ClaudeMdSpec): boolean {
  return isDeepStrictEqual(meaning(a), meaning(b));
}

/** Messages name lines. */
const PLACE = new Set(['line', 'anchor', 'schema_version', 'message']);

function meaning(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(meaning);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !PLACE.has(key))
      .map(([key, inner]) => [key, meaning(inner)]),
  );
}
