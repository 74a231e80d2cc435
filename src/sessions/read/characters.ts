const SURROGATE = /[\ud800-\udfff]/;

/** Characters as people count them: an emoji is one. */
export function lengthOf(text: string): number {
  if (!SURROGATE.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The first `count` characters. */
export function firstOf(text: string, count: number): string {
  if (text.length <= count) return text;
  const start = text.slice(0, count);
  if (!SURROGATE.test(start)) return start;
  let end = 0;
  let left = count;
  for (const char of text) {
    if (left === 0) break;
    left -= 1;
    end += char.length;
  }
  return text.slice(0, end);
}
