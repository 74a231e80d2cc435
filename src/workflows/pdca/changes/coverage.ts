import type { Flag } from './zero-tolerance.ts';
import { changedIn } from './changed-in.ts';

/** The total of a report of pytest-cov or jest; null: there is none. */
export function percentIn(output: string): number | null {
  const found =
    /^TOTAL\s.*?(\d+(?:\.\d+)?)%/m.exec(output)?.[1] ??
    /^All files\s*\|(?:[^|]*\|){2}[^|]*\|\s*(\d+(?:\.\d+)?)/m.exec(output)?.[1] ??
    /^All files\s*\|\s*(\d+(?:\.\d+)?)/m.exec(output)?.[1];
  return found === undefined ? null : Number(found);
}

/** First and last line. Never counted out: the numbers are those that the tested code printed. */
type Lines = readonly [first: number, last: number];

/** By the file's path, or the end of it, the lines that no test came by. */
export function uncoveredLines(output: string): Map<string, Lines[]> {
  const found = new Map<string, Lines[]>();
  let folder = '';
  for (const line of output.split('\n')) {
    const python = /^(\S+\.pyi?)\s+\d+\s+\d+(?:\s+\d+\s+\d+)?\s+\d+(?:\.\d+)?%\s*(.*)$/.exec(line);
    if (python !== null) found.set(python[1] ?? '', linesIn(python[2] ?? ''));
    const cells = line.split('|').map((cell) => cell.trim());
    const [name = '', , , , , missing = ''] = cells;
    if (cells.length < 6 || name === '' || name === 'File' || name === 'All files' || /^-+$/.test(name))
      continue;
    if (/\.[a-z]+$/i.test(name)) found.set(folder === '' ? name : `${folder}/${name}`, linesIn(missing));
    else folder = name;
  }
  return found;
}

/** `4, 7-9, 12->14` */
function linesIn(text: string): Lines[] {
  const found = text.matchAll(/(?<![->\d])(\d+)(?:-(\d+))?(?!\d)(?!->)/g);
  return [...found].map(([, first = '', last = first]) => [Number(first), Number(last)]);
}

const NO_CODE = /^\s*(?:$|\/\/|\/\*|\*|#|[{}()[\];,]+\s*$|import\b|from\b|export\s*\{|""")/;

/** Added lines of the files that were measured, and whether a test comes by enough of them. */
export function coverageFlags(diff: string, output: string, least: number): Flag[] {
  const missing = uncoveredLines(output);
  let added = 0;
  let bare = 0;
  for (const file of changedIn(diff)) {
    const known = [...missing].find(([path]) => file.path === path || file.path.endsWith(`/${path}`));
    if (known === undefined) continue;
    for (const { line, text } of file.added) {
      if (NO_CODE.test(text)) continue;
      added += 1;
      if (known[1].some(([first, last]) => first <= line && line <= last)) bare += 1;
    }
  }
  const percent = added === 0 ? 100 : Math.floor(((added - bare) / added) * 100);
  if (percent >= least) return [];
  return [
    { rule: 'coverage', where: 'tests', say: `coverage of what was added is ${percent} %, under ${least} %` },
  ];
}
