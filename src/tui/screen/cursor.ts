import type { Cursor } from '../model.ts';

/** The cursor over these names: what was chosen stays chosen; when it is gone, whoever took its place. */
export function settled<Name>(cursor: Cursor<Name>, names: readonly Name[], height: number): Cursor<Name> {
  const found = cursor.chosen === undefined ? -1 : names.indexOf(cursor.chosen);
  const at = clamp(found === -1 ? cursor.at : found, names.length);
  return { chosen: names[at], at, top: topFor(cursor.top, at, height, names.length) };
}

/** Moved by so many rows; undefined when it stands at that end already. */
export function moved<Name>(
  cursor: Cursor<Name>,
  names: readonly Name[],
  by: number,
  height: number,
): Cursor<Name> | undefined {
  const at = clamp(cursor.at + by, names.length);
  if (at === cursor.at || names.length === 0) return undefined;
  return { chosen: names[at], at, top: topFor(cursor.top, at, height, names.length) };
}

/** As far as needed, no further, and no empty rows below the end. */
function topFor(top: number, at: number, height: number, length: number): number {
  const shown = Math.min(Math.max(top, at - height + 1), at);
  return Math.max(0, Math.min(shown, length - height));
}

function clamp(at: number, length: number): number {
  return Math.max(0, Math.min(at, length - 1));
}
