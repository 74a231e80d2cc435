import { clustersOf, clusterWidth } from '../../render/width.ts';
import type { Row, Style } from './row.ts';

/** What one column of the screen shows. The second column of a wide character is empty. */
export interface Cell {
  text: string;
  style: Style;
}

/** A row column by column. */
export function cellsOf(row: Row): Cell[] {
  const cells: Cell[] = [];
  for (const { text, style } of row) {
    for (const cluster of clustersOf(text)) {
      const width = clusterWidth(cluster);
      const last = cells.at(-1);
      if (width > 0) cells.push({ text: cluster, style });
      else if (last !== undefined && last.text !== '') last.text += cluster;
      if (width === 2) cells.push({ text: '', style });
    }
  }
  return cells;
}

/** The columns from the first to the last that differ, whole characters on both sides; undefined when none does. */
export function changedColumns(
  before: readonly Cell[],
  after: readonly Cell[],
): { from: number; to: number } | undefined {
  const same = (at: number) => before[at]?.text === after[at]?.text && before[at]?.style === after[at]?.style;
  let from = 0;
  while (from < after.length && same(from)) from += 1;
  if (from === after.length) return undefined;
  let to = after.length - 1;
  while (to > from && same(to)) to -= 1;
  const isSecond = (at: number) => before[at]?.text === '' || after[at]?.text === '';
  while (from > 0 && isSecond(from)) from -= 1;
  while (to + 1 < after.length && isSecond(to + 1)) to += 1;
  return { from, to };
}
