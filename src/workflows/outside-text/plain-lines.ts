const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * The lines that somebody said themselves: nothing in code blocks (fenced or indented), nothing quoted, nothing in an
 * HTML comment, which nobody who reads it would see. Pure.
 */
export function plainLines(text: string): string[] {
  const lines: string[] = [];
  let fence: string | undefined;
  let blankBefore = true;
  for (const line of withoutComments(text).split(/\r\n|\r|\n/)) {
    const opened = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (opened?.startsWith(fence) === true && line.trim() === opened) fence = undefined;
      continue;
    }
    if (opened !== undefined) {
      fence = opened;
      continue;
    }
    const indented: boolean = /^(?: {4}|\t)/.test(line) && blankBefore;
    blankBefore = line.trim() === '' || indented;
    if (indented || /^ {0,3}>/.test(line)) continue;
    lines.push(line.trim());
  }
  return lines;
}

const withoutComments = (text: string) => text.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '');
