/** Where the text begins below a YAML header, if it has one. */
export function frontMatterEnd(text: string): number {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (!text.startsWith('---', start)) return start;
  const first = text.indexOf('\n', start);
  if (first === -1 || text.slice(start, first).trim() !== '---') return start;
  const close = /^---[ \t]*\r?$/m;
  const rest = text.slice(first + 1);
  const found = close.exec(rest);
  if (found === null) return start;
  const end = text.indexOf('\n', first + 1 + found.index);
  return end === -1 ? text.length : end + 1;
}
