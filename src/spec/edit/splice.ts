/** Lines as they stand in a text: each keeps its own line end. */
export interface Lines {
  all: string[];
  newline: string;
}

export function linesOf(text: string): Lines {
  const all = text.split('\n');
  return { all, newline: (all[0] ?? '').endsWith('\r') ? '\r\n' : '\n' };
}

/** Replaces `remove` lines at `at` by others; every byte outside of them stays. */
export function splice(text: string, at: number, remove: number, lines: readonly string[]): string {
  const { all, newline } = linesOf(text);
  const start = all.slice(0, at).reduce((sum, line) => sum + line.length + 1, 0);
  const from = Math.min(start, text.length);
  const length = all.slice(at, at + remove).reduce((sum, line) => sum + line.length + 1, 0);
  const to = Math.min(from + length, text.length);
  let inserted = lines.map((line) => `${line}${newline}`).join('');
  // Behind a last line without an end.
  if (inserted !== '' && from > 0 && text[from - 1] !== '\n') inserted = `${newline}${inserted}`;
  return text.slice(0, from) + inserted + text.slice(to);
}

/** Where a line that is added belongs: below the last one of the part that is not blank. */
export function lastLineOf(text: string, heading: number, end: number): number {
  const { all } = linesOf(text);
  let at = end;
  while (at > heading + 1 && (all[at - 1] ?? '').trim() === '') at -= 1;
  return at;
}
