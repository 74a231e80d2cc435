import type { Cleaned } from './tags.ts';

const DELIMITERS = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** A row of a table shows as many cells as its head has; what is written beyond them is shown to nobody. */
export function withoutExcessCells(text: string): Cleaned {
  const lines = text.split('\n');
  let count = 0;
  let columns = 0;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || !line.includes('|')) {
      columns = 0;
    } else if (
      DELIMITERS.test(line) &&
      at > 0 &&
      cellEnds(lines[at - 1] ?? '').length === cellEnds(line).length
    ) {
      columns = cellEnds(line).length;
    } else if (columns > 0) {
      const ends = cellEnds(line);
      const end = ends[columns - 1] ?? line.length;
      if (ends.length <= columns || line.slice(end).replaceAll('|', '').trim() === '') continue;
      lines[at] = `${line.slice(0, end)}|`;
      count += 1;
    }
  }
  return { text: count === 0 ? text : lines.join('\n'), count };
}

/** Where each cell of a row ends. A pipe at either end of the row belongs to none, one with a backslash is a letter. */
function cellEnds(row: string): number[] {
  const line = row.trimEnd();
  const first = /^[ \t>]*\|?/.exec(line)?.[0].length ?? 0;
  const ends: number[] = [];
  for (let at = first; at < line.length; at += 1) {
    if (line[at] === '\\') at += 1;
    else if (line[at] === '|') ends.push(at);
  }
  if (!line.endsWith('|') || line.endsWith('\\|')) ends.push(line.length);
  return ends;
}
