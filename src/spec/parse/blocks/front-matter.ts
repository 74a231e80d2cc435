/** Where the text begins below a YAML header, if it has one. */
export function frontMatterEnd(text: string): number {
  if (!text.startsWith('---')) return 0;
  const first = text.indexOf('\n');
  if (first === -1 || text.slice(0, first).trim() !== '---') return 0;
  const close = /^---[ \t]*\r?$/m.exec(text.slice(first + 1));
  if (close === null) return 0;
  const end = text.indexOf('\n', first + 1 + close.index);
  return end === -1 ? text.length : end + 1;
}
