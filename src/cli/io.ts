/** Data goes to `out`, messages to `err`; nothing else in the program writes to the terminal. */
export interface Io {
  out(text: string): void;
  err(text: string): void;
  outIsTerminal: boolean;
  errIsTerminal: boolean;
  inIsTerminal: boolean;
  color: boolean;
  columns: number;
  rows: number;
  /** One line from standard input, or undefined at its end. `hidden`: what is typed is not shown. */
  ask(question: string, how?: { hidden?: true }): Promise<string | undefined>;
  readInput(): Promise<string>;
}

export type Paint = (text: string) => string;
export interface Palette {
  bold: Paint;
  dim: Paint;
  red: Paint;
  green: Paint;
  yellow: Paint;
  blue: Paint;
  cyan: Paint;
}

const plain: Paint = (text) => text;
const code =
  (open: number, close: number): Paint =>
  (text) =>
    `\u001b[${open}m${text}\u001b[${close}m`;

export function palette(color: boolean): Palette {
  if (!color)
    return { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, blue: plain, cyan: plain };
  return {
    bold: code(1, 22),
    dim: code(2, 22),
    red: code(31, 39),
    green: code(32, 39),
    yellow: code(33, 39),
    blue: code(34, 39),
    cyan: code(36, 39),
  };
}
