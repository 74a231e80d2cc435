import type { Row } from '../../host/sqlite.ts';
import { palette, type Io } from '../io.ts';
import { cellText, cutTo, displayWidth } from './cells.ts';

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
  const { bold } = palette(io.color);
  const line = (values: readonly string[]) =>
    values
      .map((value, at) => {
        const width = widths[at] ?? 0;
        const text = cutTo(value, width);
        const space = ' '.repeat(Math.max(0, width - displayWidth(text)));
        return numeric[at] ? space + text : text + space;
      })
      .join('  ')
      .trimEnd();
  return [bold(line(names)), ...cells.map(line), ''].join('\n');
}

const NARROWEST = 8;

function shrink(widths: number[], room: number): void {
  for (let total = widths.reduce((a, b) => a + b, 0); total > room; total -= 1) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= NARROWEST) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}
