/** Between two literals, of whatever quotes; at the end of a line that goes on. */
const SEAM =
  /["'`][ \t]*(?:\+|\.{1,2}|\.concat\(|&|,|<>|\\)?[ \t]*\r?\n?[ \t]*(?:\+|\.{1,2}|&|,)?[ \t]*["'`]|\\\r?\n[ \t]*/g;

/** The text with what code and shells join put together, and where each of its places was. */
export function joined(text: string): { text: string; indexOf(at: number): number } | undefined {
  const seams: { at: number; removed: number }[] = [];
  let removed = 0;
  const together = text.replaceAll(SEAM, (seam: string, index: number) => {
    seams.push({ at: index - removed, removed: (removed += seam.length) });
    return '';
  });
  if (seams.length === 0) return undefined;
  return {
    text: together,
    indexOf: (at) => at + (seams.findLast((seam) => seam.at <= at)?.removed ?? 0),
  };
}
