import { cellsOf, changedColumns, type Cell } from './cells.ts';
import { painted } from './paint.ts';
import { rowText, type Row } from './row.ts';

/** Alternate screen; no cursor; lines do not wrap; pasted text is marked as such. */
export const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[?2004h';
/**
 * Everything as it was before, whatever was set. The alternate screen is emptied first: a tmux that was made larger
 * meanwhile leaves rows of it on the screen that it goes back to.
 */
export const LEAVE = '\u001b[0m\u001b[2J\u001b[H\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?1049l';
const CLEAR = '\u001b[0m\u001b[2J';

interface Shown {
  key: string;
  cells: readonly Cell[];
}

/** Knows what the terminal shows and says what to write so that it shows something else: changed columns only. */
export class Screen {
  readonly #color: boolean;
  #shown: Shown[] = [];
  #columns = 0;

  constructor(color: boolean) {
    this.#color = color;
  }

  /** Nothing, when it shows these rows already. Only another size clears the screen. */
  update(rows: readonly Row[], columns: number): string {
    const first = this.#shown.length === 0;
    const resized = !first && (columns !== this.#columns || rows.length !== this.#shown.length);
    const before = resized ? [] : this.#shown;
    // Before the first picture nobody knows what is there; after a clear nothing is.
    const unknown = first ? [] : blank(columns);
    this.#columns = columns;
    let text = resized ? CLEAR : '';
    this.#shown = rows.map((row, at) => {
      const known = before[at];
      const key = keyOf(row);
      if (known?.key === key) return known;
      const cells = cellsOf(row);
      text += this.#change(at, known?.cells ?? unknown, cells);
      return { key, cells };
    });
    return text;
  }

  #change(row: number, before: readonly Cell[], after: readonly Cell[]): string {
    const changed = changedColumns(before, after);
    if (changed === undefined) return '';
    const { from, to } = changed;
    return `\u001b[${row + 1};${from + 1}H${painted(after.slice(from, to + 1), from + 1, this.#color)}`;
  }
}

const keyOf = (row: Row) =>
  `${row.map(({ style }) => style).join()}\n${row.map(({ text }) => text.length).join()}\n${rowText(row)}`;

const blank = (columns: number): Cell[] =>
  Array.from({ length: columns }, () => ({ text: ' ', style: 'plain' as const }));
