import { readBlocks } from '../parse/blocks/blocks.ts';
import { Source } from '../parse/blocks/source.ts';
import { isStructural } from './sections.ts';

/** Headings below this level are never taken for sections. */
const HARMLESS = 5;

/**
 * The lines of a section's body, made so that it cannot reach beyond its section: its headings go below the section's
 * own, none of them has a section's name at a level that counts, and no fence or comment stays open.
 */
export function safeBody(body: string, level: number): string[] {
  const lines = body.replace(/\r/g, '').trim().split('\n');
  for (const { kind, text, depth, line } of readBlocks(new Source(lines.join('\n'))).blocks.all()) {
    const least = isStructural(text) ? Math.max(HARMLESS, level + 1) : level + 1;
    if (kind !== 'heading' || depth >= least) continue;
    // Beyond six there is no heading: bold text is the next smaller one.
    lines[line - 1] = least <= 6 ? `${'#'.repeat(least)} ${text}` : `**${text}**`;
  }
  return closed(lines);
}

function closed(lines: string[]): string[] {
  if (!staysOpen(lines)) return lines;
  const closing = closingLine(lines);
  return closing === undefined ? ['None'] : [...lines, closing];
}

/** Whether a fence or comment would swallow what is written below these lines. */
export function staysOpen(lines: readonly string[]): boolean {
  const { blocks } = readBlocks(new Source([...lines, '', '# end'].join('\n')));
  const last = blocks.length - 1;
  return !(blocks.isHeading(last) && blocks.text(last) === 'end');
}

/** The line that closes what stays open. */
export function closingLine(lines: readonly string[]): string | undefined {
  const longest = (char: string) =>
    char.repeat(lines.reduce((most, line) => Math.max(most, run(line.trimStart(), char)), 3));
  return [longest('`'), longest('~'), '-->'].find((line) => !staysOpen([...lines, line]));
}

function run(text: string, char: string): number {
  let length = 0;
  while (text[length] === char) length += 1;
  return length;
}
