import { readFileSync } from 'node:fs';

/** The first line of a block that says why it is only shown. */
const NOT_RUN = /^# not run by our tests: \S/;

export interface Block {
  page: string;
  line: number;
  language: string;
  text: string;
}

/** The fenced blocks of a page. */
export function blocksOf(page: string, text = readFileSync(page, 'utf8')): Block[] {
  const blocks: Block[] = [];
  let open: { language: string; line: number; lines: string[]; fence: string } | undefined;
  for (const [at, line] of text.split('\n').entries()) {
    const fence = /^(`{3,})(\w*)\s*$/.exec(line);
    if (open === undefined && fence !== null)
      open = { language: fence[2] ?? '', line: at + 1, lines: [], fence: fence[1] ?? '' };
    else if (open !== undefined && line === open.fence) {
      blocks.push({ page, language: open.language, line: open.line, text: open.lines.join('\n') });
      open = undefined;
    } else open?.lines.push(line);
  }
  return blocks;
}

export const isRun = ({ language, text }: Block): boolean => language === 'sh' && !NOT_RUN.test(text);

/** Pages whose blocks test/e2e/guide.test.ts runs, each list in one session in a home of its own. */
export const RUN_PAGES = [['docs/first-issue.md', 'docs/cli.md']];
