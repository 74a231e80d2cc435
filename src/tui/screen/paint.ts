import type { Cell } from './cells.ts';
import type { Style } from './row.ts';

const SGR: Record<Style, string> = {
  plain: '0',
  dim: '0;2',
  bold: '0;1',
  green: '0;32',
  yellow: '0;33',
  red: '0;31',
  cyan: '0;36',
  selected: '0;7',
};

/**
 * What all terminals agree on the width of: printable Latin, Hangul, Kana, Han, box drawing and our own marks. Of joined
 * emoji, flags and the marks of many scripts they have ideas of their own.
 */
const AGREED =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u2013-\u2026\u2190-\u2193\u2500-\u259f\u25cb-\u25d1\u2713\u2717\u203a\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3]$/u;

/** The text that shows these cells, beginning at a column counted from 1. Ends in plain style. */
export function painted(cells: readonly Cell[], column: number, color: boolean): string {
  let text = '';
  let style: Style = 'plain';
  for (const [at, cell] of cells.entries()) {
    if (cell.text === '') continue;
    if (color && cell.style !== style) text += `\u001b[${SGR[cell.style]}m`;
    style = cell.style;
    const width = cells[at + 1]?.text === '' ? 2 : 1;
    text += AGREED.test(cell.text) ? cell.text : placed(cell.text, column + at, width);
  }
  return color && style !== 'plain' ? `${text}\u001b[0m` : text;
}

/** Onto cleared columns, and what follows at its own column: whatever width the terminal gives it, the rest stays put. */
function placed(cluster: string, column: number, width: number): string {
  return `${' '.repeat(width)}\u001b[${column}G${cluster}\u001b[${column + width}G`;
}
