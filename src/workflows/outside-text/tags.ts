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
  /** One that nothing ends is left as it is, instead of taken for the whole rest of the text. */
  ended?: boolean;
}

const NAME = /\w+/y;

/**
 * The text without the elements that are hidden, from their tag to its end tag, or to the end of the text. One pass:
 * a pattern for "a tag with this word in it, up to its end tag" takes the third power of a text full of open tags.
 */
export function withoutElements(text: string, hidden: HiddenBy): Cleaned {
  const words = hidden.attributes === undefined ? [] : startsOf(text, hidden.attributes);
  const kept: string[] = [];
  // What nothing ends from here on nothing ends later: looked for once.
  const unended = new Set<string>();
  let [from, count, tagEnd, word] = [0, 0, -1, 0];
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', Math.max(at + 1, from))) {
    if (tagEnd < at) tagEnd = text.indexOf('>', at);
    if (tagEnd < 0) break;
    while (word < words.length && (words[word] ?? 0) <= at) word += 1;
    const name = nameAt(text, at + 1);
    if (name === '' || hidden.except?.test(name)) continue;
    const isHidden = hidden.names?.test(name) ?? (words[word] ?? Infinity) < tagEnd;
    if (!isHidden) continue;
    const end = unended.has(name) ? undefined : endOf(text, name, tagEnd + 1);
    if (end === undefined && hidden.ended === true) {
      unended.add(name);
      continue;
    }
    kept.push(text.slice(from, at));
    from = end ?? text.length;
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

/** Elements of these end where the next of them begins: nothing of their own name is inside. */
const NEVER_NESTED = /^(?:p|li|td|th|tr|dt|dd|option|script|style|textarea|title|iframe)$/i;

/** Where the element is over: behind its own end tag, not that of one inside; undefined: nothing ends it. */
function endOf(text: string, name: string, from: number): number | undefined {
  const tag = new RegExp(`<(/?)${name}(?![\\w-])[^<>]{0,1000}>`, 'gi');
  tag.lastIndex = from;
  for (let depth = 1, found = tag.exec(text); found !== null; found = tag.exec(text)) {
    if (found[1] === '/') depth -= 1;
    else if (!NEVER_NESTED.test(name)) depth += 1;
    if (depth === 0) return tag.lastIndex;
  }
  return undefined;
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

/** A tag as CommonMark takes it for one. */
const TAG = /<[a-z][\w-]*(?:\s+[^\s=<>"']+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*\s*\/?>/gi;
const ATTRIBUTE = /\s+([^\s=<>"'/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+))?/g;
/** Their words are addresses, or looked at by the rules for what hides an element. */
const NO_WORDS = /^(?:href|src|style|class|alt)$/i;
const LONGEST_VALUE = 80;

/** The text with only those attributes in its tags that say no sentences: what is said there nobody sees. */
export function withoutWordsInTags(text: string): Cleaned {
  let count = 0;
  const clean = text.replaceAll(TAG, (tag) => {
    const bare = Array.from(tag.matchAll(ATTRIBUTE)).filter(([, , value]) => value === undefined).length;
    return tag.replaceAll(ATTRIBUTE, (whole, name: string, value?: string) => {
      const isHidden = value === undefined ? bare > 2 : saysWords(name, value.replaceAll(/^["']|["']$/g, ''));
      if (isHidden) count += 1;
      return isHidden ? '' : whole;
    });
  });
  return { text: clean, count };
}

function saysWords(name: string, value: string): boolean {
  if (/^title$/i.test(name) || /[<>]/.test(value)) return true;
  if (/^(?:href|src|style)$/i.test(name)) return false;
  return value.length >= LONGEST_VALUE || (!NO_WORDS.test(name) && value.trim().split(/\s+/).length > 2);
}
