import { z } from 'zod';

/** Where something that looks like a secret was added. Never the secret itself: this is journaled and published. */
export const foundSecret = z.object({ kind: z.string(), path: z.string(), line: z.number() });
export type FoundSecret = z.infer<typeof foundSecret>;

/** `src/a.ts:3`, or what is no line of a file. */
export function placeOf({ path, line }: FoundSecret): string {
  return line === 0 ? path : `${path}:${line}`;
}

/** What a patch adds to one file, as one text, and the line of the file that each of its lines is. */
export interface AddedText {
  path: string;
  text: string;
  lines: readonly number[];
}

const HUNK = /^(@{2,})(?: -\d+(?:,\d+)?)+ \+(\d+)(?:,\d+)? @{2,}/;

/** The texts that a patch adds, as git prints it (one difference, those of several commits, or of merges). Pure. */
export function addedTexts(patch: string): AddedText[] {
  const found: { path: string; text: string[]; lines: number[] }[] = [];
  let path = '';
  let columns = 0;
  let line = 0;
  for (const text of patch.split('\n')) {
    const hunk = HUNK.exec(text);
    if (hunk !== null) {
      // A merge has one column per parent, and one @ more than columns.
      columns = (hunk[1]?.length ?? 2) - 1;
      line = Number(hunk[2]);
      if (found.at(-1)?.path !== path) found.push({ path, text: [], lines: [] });
    } else if (columns > 0 && /^[ +\-\\]/.test(text)) {
      const marks = text.slice(0, columns);
      if (marks.startsWith('\\') || marks.includes('-')) continue;
      if (!marks.includes(' ')) {
        found.at(-1)?.text.push(text.slice(columns));
        found.at(-1)?.lines.push(line);
      }
      line += 1;
    } else {
      // Inside a hunk every line has its column; whatever has none is a header of git's own.
      columns = 0;
      if (text.startsWith('diff ')) path = '';
      if (text.startsWith('+++ ')) path = pathOf(text.slice(4));
    }
  }
  return found.map((each) => ({ path: each.path, text: each.text.join('\n'), lines: each.lines }));
}

function pathOf(name: string): string {
  const plain = /^"(.*)"\t?$/.exec(name)?.[1] ?? name.replace(/\t$/, '');
  return plain.replace(/^b\//, '');
}
