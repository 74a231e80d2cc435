/** What is left of a text, and how often something was taken out of it. */
export interface Cleaned {
  text: string;
  count: number;
}

/** Which elements are hidden: by their name, or by a word among their attributes. */
export interface HiddenBy {
  names?: RegExp;
  attributes?: RegExp;
  except?: RegExp;
}

const NAME = /\w+/y;

/**
 * The text without the elements that are hidden, from their tag to its end tag, or to the end of the text. One pass:
 * a pattern for "a tag with this word in it, up to its end tag" takes the third power of a text full of open tags.
 */
export function withoutElements(text: string, hidden: HiddenBy): Cleaned {
  const words = hidden.attributes === undefined ? [] : startsOf(text, hidden.attributes);
  const kept: string[] = [];
  let [from, count, tagEnd, word] = [0, 0, -1, 0];
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', Math.max(at + 1, from))) {
    if (tagEnd < at) tagEnd = text.indexOf('>', at);
    if (tagEnd < 0) break;
    while (word < words.length && (words[word] ?? 0) <= at) word += 1;
    const name = nameAt(text, at + 1);
    if (name === '' || hidden.except?.test(name)) continue;
    const isHidden = hidden.names?.test(name) ?? (words[word] ?? Infinity) < tagEnd;
    if (!isHidden) continue;
    kept.push(text.slice(from, at));
    from = endOf(text, name, tagEnd + 1);
    count += 1;
  }
  return { text: kept.join('') + text.slice(from), count };
}

function nameAt(text: string, at: number): string {
  NAME.lastIndex = at;
  return NAME.exec(text)?.[0] ?? '';
}

const startsOf = (text: string, pattern: RegExp): number[] =>
  Array.from(text.matchAll(pattern), (found) => found.index);

/** Where the element is over: behind its end tag, or at the end of the text. */
function endOf(text: string, name: string, from: number): number {
  const end = new RegExp(`</${name}\\s{0,100}>`, 'gi');
  end.lastIndex = from;
  return end.exec(text) === null ? text.length : end.lastIndex;
}

/** Takes out what stands between `open` and `close`, where that is at least so long. */
export function withoutLong(text: string, open: string, close: string, least: number): Cleaned {
  const kept: string[] = [];
  let [from, count, end] = [0, 0, -1];
  for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at + open.length)) {
    const start = at + open.length;
    if (start < from) continue;
    if (end < start) end = text.indexOf(close, start);
    if (end < 0) break;
    if (end - start < least) continue;
    kept.push(text.slice(from, start));
    from = end;
    count += 1;
  }
  return { text: kept.join('') + text.slice(from), count };
}

const FENCE = /^```[^`\n]*$/;
const FENCE_END = /^```[ \t]*$/;

/** Prose and blocks of code by turns, prose first; a block that nothing ends is prose. */
export function byFences(text: string): string[] {
  const lines = text.split(/(?<=\n)/);
  const parts: string[] = [];
  let begun = 0;
  let prose = 0;
  const lastEnd = lines.findLastIndex((line) => FENCE_END.test(line.trimEnd()));
  while (begun < lines.length) {
    const isFence = begun < lastEnd && FENCE.test((lines[begun] ?? '').trimEnd());
    const end = isFence ? nextEnd(lines, begun + 1) : -1;
    if (end < 0) {
      begun += 1;
      continue;
    }
    parts.push(lines.slice(prose, begun).join(''), lines.slice(begun, end + 1).join(''));
    begun = end + 1;
    prose = begun;
  }
  return [...parts, lines.slice(prose).join('')];
}

function nextEnd(lines: readonly string[], from: number): number {
  for (let at = from; at < lines.length; at += 1) if (FENCE_END.test((lines[at] ?? '').trimEnd())) return at;
  return -1;
}
