import type { ChangedFile } from '../../work/pull.ts';

/** The lines of a diff that a review comment may stand on, as the forge counts them: those its hunks show. */
export function commentableLines(
  files: readonly ChangedFile[],
): (path: string, line: number, side: 'LEFT' | 'RIGHT') => boolean {
  const shown = new Map<string, { LEFT: Set<number>; RIGHT: Set<number> }>();
  for (const file of files) {
    const sides = { LEFT: new Set<number>(), RIGHT: new Set<number>() };
    let left = 0;
    let right = 0;
    for (const line of (file.patch ?? '').split('\n')) {
      const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
      if (hunk !== null) {
        left = Number(hunk[1]);
        right = Number(hunk[2]);
      } else if (line.startsWith('-')) sides.LEFT.add(left++);
      else if (line.startsWith('+')) sides.RIGHT.add(right++);
      else if (line.startsWith(' ')) {
        sides.LEFT.add(left++);
        sides.RIGHT.add(right++);
      }
    }
    shown.set(file.path, sides);
  }
  return (path, line, side) => shown.get(path)?.[side].has(line) ?? false;
}
