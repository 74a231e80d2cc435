import { identifierEnd, skipSpace, type BracketReader } from './brackets.ts';

const MODIFIERS = new Set(
  (
    'export default declare async public private protected internal static final abstract synchronized native ' +
    'strictfp transient volatile pub unsafe extern suspend inline infix operator override open tailrec external ' +
    'sealed readonly inner lateinit noinline crossinline companion actual expect annotation data value enum const mut'
  ).split(' '),
);
const KEYWORDS = new Set(
  'function fn def fun func class interface struct enum trait type record union object val var let const static namespace module'.split(
    ' ',
  ),
);
/** Past annotations, attributes and modifiers, and past the word that says what is declared. */
export function skipModifiers(
  text: string,
  reader: BracketReader,
): { at: number; keyword: string | undefined } {
  let at = skipSpace(text, 0);
  let keyword: string | undefined;
  for (;;) {
    const char = text[at];
    if (char === '@') at = skipSpace(text, annotationEnd(text, at, reader));
    else if (char === '#' && text[at + 1] === '[') {
      const end = reader.group(at + 1);
      if (end === -1) return { at, keyword };
      at = skipSpace(text, end);
    } else if (char === '"') at = skipSpace(text, reader.quoted(at));
    else {
      const end = identifierEnd(text, at);
      const stop = text.charCodeAt(end);
      // A word right before its bracket or colon is a name, and most signatures begin with one.
      if (end === at || stop === 58 || (stop === 40 && end - at !== 3)) return { at, keyword };
      const word = text.slice(at, end);
      const isKeyword = KEYWORDS.has(word);
      if (!(isKeyword || MODIFIERS.has(word))) return { at, keyword };
      let next = end;
      if (word === 'pub' && text[next] === '(') next = Math.max(next, reader.group(next));
      const follows = skipSpace(text, next);
      // A word right before its bracket, or before nothing a name could start with, is a name itself: `get(key)`.
      if (follows === next && text[next] !== '*' && text[next] !== '<') return { at, keyword };
      if (follows >= text.length) return { at, keyword };
      if (!canPrecede(text, follows, word)) return { at, keyword };
      if (isKeyword && !(word === 'static' || (word === 'const' && keyword !== undefined))) keyword = word;
      at = text[follows] === '*' ? skipSpace(text, follows + 1) : follows;
      if (keyword === 'func' && text[at] === '(') return { at, keyword };
    }
  }
}

/** Whether what follows a modifier or keyword may be the start of the rest of a declaration. */
function canPrecede(text: string, at: number, word: string): boolean {
  const char = text[at] as string;
  if (identifierEnd(text, at) > at) return true;
  if (char === '(') return word === 'func' || MODIFIERS.has(word);
  return char === '<' || char === '*' || char === '@' || char === '"' || char === '[' || char === '{';
}

export function annotationEnd(text: string, at: number, reader: BracketReader): number {
  let end = at + 1;
  for (;;) {
    const next = identifierEnd(text, end);
    if (next === end) break;
    end = next;
    if (text[end] !== '.' && text[end] !== ':') break;
    end += 1;
  }
  if (text[end] === '(') return Math.max(end, reader.group(end));
  return Math.max(end, at + 1);
}
