/** The least size that shows something of every panel. */
export const LEAST = { columns: 60, rows: 16 };
/** The column at the left that names the panels, without its borders. */
export const NAMES_WIDTH = 10;

export interface Size {
  columns: number;
  rows: number;
}

/** How many rows each panel of the board has, its title included. */
export interface Layout {
  active: number;
  labels: number;
  log: number;
  /** Rows of a page that takes the place of the panels. */
  page: number;
  /** Columns within the right-hand panels. */
  width: number;
}

/** Three rows of header, the bottom border and the status line. */
const FRAME = 5;
const SEPARATORS = 2;
/** From here on the label summary has a row for each label. */
const ROOMY = 16;

export function layoutOf({ columns, rows }: Size): Layout {
  const page = rows - FRAME;
  const labels = page >= ROOMY ? 4 : 1;
  const rest = page - SEPARATORS - labels;
  const log = Math.max(3, Math.floor(rest * 0.4));
  return { active: rest - log, labels, log, page, width: columns - NAMES_WIDTH - 3 };
}

export function isTooSmall({ columns, rows }: Size): boolean {
  return columns < LEAST.columns || rows < LEAST.rows;
}
