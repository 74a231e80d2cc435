const SEAM = /(["'`])[ \t]*(?:\+|\.{1,2}|&|,|<>|\\)?[ \t]*\r?\n?[ \t]*(?:\+|\.{1,2}|&|,)?[ \t]*\1/g;

/** The text with string literals that are joined in code put together, and where each of its places was. */
export function joined(text: string): { text: string; indexOf(at: number): number } | undefined {
  const seams: { at: number; removed: number }[] = [];
  let removed = 0;
  const together = text.replaceAll(SEAM, (seam: string, _quote: string, index: number) => {
    seams.push({ at: index - removed, removed: (removed += seam.length) });
    return '';
  });
  if (seams.length === 0) return undefined;
  return {
    text: together,
    indexOf: (at) => at + (seams.findLast((seam) => seam.at <= at)?.removed ?? 0),
  };
}
