export interface DiffLine {
  /** 1 for the line after the first `@@`, counting on through all hunks, as GitHub does. */
  position: number;
  left: number | undefined;
  right: number | undefined;
  /** The hunk from its `@@` up to this line. */
  hunk: string;
}

/** Every line of a patch with its numbers on both sides. */
export function diffLines(patch: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let left = 0;
  let right = 0;
  let hunk: string[] = [];
  for (const [position, text] of patch.split('\n').entries()) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text);
    if (head !== null) {
      left = Number(head[1]);
      right = Number(head[2]);
      hunk = [text];
      continue;
    }
    if (text.startsWith('\\')) continue;
    hunk.push(text);
    const shown = hunk.join('\n');
    if (text.startsWith('-')) lines.push({ position, left: left++, right: undefined, hunk: shown });
    else if (text.startsWith('+')) lines.push({ position, left: undefined, right: right++, hunk: shown });
    else lines.push({ position, left: left++, right: right++, hunk: shown });
  }
  return lines;
}

/** The line of a patch that a review comment means; undefined when it is outside the diff. */
export function lineInDiff(patch: string, side: 'LEFT' | 'RIGHT', line: number): DiffLine | undefined {
  return diffLines(patch).find((entry) => (side === 'LEFT' ? entry.left : entry.right) === line);
}

/** Where a line of the old file is in the new one; undefined when the patch takes it away. */
export function lineAfter(patch: string, line: number): number | undefined {
  let shift = 0;
  for (const entry of diffLines(patch)) {
    if (entry.left !== undefined && entry.left > line) break;
    if (entry.left === line) return entry.right;
    if (entry.left === undefined) shift += 1;
    else if (entry.right === undefined) shift -= 1;
  }
  return line + shift;
}
