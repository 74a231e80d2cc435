const FENCE = /^[ \t]{0,12}(`{3,}|~{3,})/;
const LONGEST = 1_000;

/** The lines of code in a document: those of its fences, and what stands between backticks. A long line is cut. */
export function codeIn(markdown: string): string[] {
  const code: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    else if (fence !== undefined) code.push(line.slice(0, LONGEST));
    else for (const [, text = ''] of line.matchAll(/`([^`]+)`/g)) code.push(text.slice(0, LONGEST));
  }
  return code;
}
