import { oneSpelling } from './type-alias.ts';
import { splitTop } from '../parse/symbol/values.ts';

/** The same type for comparing: without insignificant space, quotes of one kind, alternatives in one order. */
export function canonicalType(text: string): string {
  const spaced = text
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ')
    .replace(/"/g, "'")
    .replace(/;/g, ',')
    .replace(/\btyping\.|\b(?:java|kotlin)\.(?:[a-z]\w*\.)+(?=[A-Z])/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([^\w\s$'])\s*/g, '$1')
    .replace(/,(?=[)\]}>])/g, '')
    .replace(/,+$/, '')
    .trim();
  const bare = oneSpelling(/^'([A-Za-z_][\w.[\], |]*)'$/.exec(spaced)?.[1] ?? spaced);
  const parts = bare.includes('|') ? splitTop(bare, '|') : [bare];
  return parts.length > 1
    ? parts
        .map((part) => part.trim())
        .sort()
        .join('|')
    : bare;
}

/** Whether two types are the same, as far as both are known. */
export function sameType(before: string | undefined, after: string | undefined): boolean {
  if (before === undefined || after === undefined) return true;
  return canonicalType(before) === canonicalType(after);
}
