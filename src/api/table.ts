export interface Column {
  head: string;
  right?: true;
}

/** Aligned columns; the last one is not padded. Cells hold no colour, so that widths are right; `paint` is for the head. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  paint: (text: string) => string,
): string {
  const widths = columns.map(({ head }, at) =>
    Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    columns
      .map(({ right }, at) => {
        const cell = cells[at] ?? '';
        if (right) return cell.padStart(widths[at] ?? 0);
        return at === columns.length - 1 ? cell : cell.padEnd(widths[at] ?? 0);
      })
      .join('  ')
      .trimEnd();
  return `${[paint(line(columns.map(({ head }) => head))), ...rows.map(line)].join('\n')}\n`;
}
