import { visible } from './visible.ts';
import { displayWidth, padEnd, padStart } from './width.ts';

export interface Column {
  head: string;
  right?: true;
}

/** Aligned columns under their heads. Cells hold no colour, so that widths are right; `paint` is for the head. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  paint: (text: string) => string,
): string {
  const { lines } = alignedLines(columns, [columns.map(({ head }) => head), ...rows]);
  return `${lines.map((line, at) => (at === 0 ? paint(line) : line)).join('\n')}\n`;
}

/** Rows of cells as lines, each column as wide as its widest cell. Nothing is left hanging at the end of a line. */
export function alignedLines(
  columns: readonly { right?: true }[],
  rows: readonly (readonly string[])[],
): { lines: string[]; widths: number[] } {
  const cells = rows.map((row) => columns.map((_, at) => visible(row[at] ?? '')));
  const widths = columns.map((_, at) =>
    cells.reduce((widest, row) => Math.max(widest, displayWidth(row[at] ?? '')), 0),
  );
  const lines = cells.map((row) =>
    row
      .map((cell, at) => (columns[at]?.right ? padStart : padEnd)(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return { lines, widths };
}
