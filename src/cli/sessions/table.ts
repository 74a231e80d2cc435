import type { Row } from '../../host/db/sqlite.ts';
import { palette, type Io } from '../io.ts';
import { table } from '../../render/table.ts';
import { visible } from '../../render/visible.ts';
import { cutTo, displayWidth } from '../../render/width.ts';

/** Rows as a table. On a terminal the widest columns give way until it fits. */
export function tableText(rows: readonly Row[], io: Pick<Io, 'outIsTerminal' | 'color' | 'columns'>): string {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return '';
  const numeric = names.map((name) =>
    rows.every((row) => row[name] === null || typeof row[name] === 'number'),
  );
  const cells = rows.map((row) => names.map((name) => cellText(row[name])));
  const widths = names.map((name, at) =>
    cells.reduce((widest, row) => Math.max(widest, displayWidth(row[at] ?? '')), displayWidth(name)),
  );
  if (io.outIsTerminal) shrink(widths, io.columns - 2 * (names.length - 1));
  const fitting = (values: readonly string[]) => values.map((value, at) => cutTo(value, widths[at] ?? 0));
  const heads = fitting(names).map((head, at) => ({
    head,
    ...(numeric[at] ? { right: true as const } : {}),
  }));
  return table(heads, cells.map(fitting), palette(io.color).bold);
}

const NARROWEST = 8;

function shrink(widths: number[], room: number): void {
  for (let total = widths.reduce((a, b) => a + b, 0); total > room; total -= 1) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= NARROWEST) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

/** A value as people read it: no line breaks, no control characters of a transcript, few decimals. */
function cellText(value: Row[string] | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number')
    return Number.isInteger(value) ? String(value) : String(Math.round(value * 10_000) / 10_000);
  if (typeof value === 'object') return `<${value.length} bytes>`;
  return visible(String(value).replace(/\s+/g, ' '));
}
