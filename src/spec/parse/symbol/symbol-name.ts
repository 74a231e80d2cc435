import { identifierEnd, skipSpace, type BracketReader } from './brackets.ts';
import { annotationEnd } from './modifiers.ts';

/** Where a name stands in its signature. */
interface Span {
  start: number;
  end: number;
}

/** Words after a type's name that do not belong to it. */
const CLAUSES = new Set(['extends', 'implements', 'where', 'permits', 'throws']);
const KINDS = new Set(['struct', 'interface', 'enum', 'class', 'record', 'trait']);
/** A name never is one of these: `MaxRetries int = 3` names MaxRetries, `int MAX = 3` names MAX. */
const PRIMITIVES = new Set(
  (
    'int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 float float32 float64 double bool boolean string ' +
    'byte rune char short long str number bytes i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 usize isize error any'
  ).split(' '),
);

/** After a keyword: `func (r *T) Name`, `fun <T> List<T>.second`, `def name`. The last part of a path is the name. */
export function declaredName(
  text: string,
  from: number,
  keyword: string,
  reader: BracketReader,
): Span | undefined {
  let at = from;
  if (keyword === 'func' && text[at] === '(') {
    const end = reader.group(at);
    if (end === -1) return undefined;
    at = skipSpace(text, end);
  }
  if (text[at] === '<') {
    const end = reader.angles(at);
    if (end === -1) return undefined;
    at = skipSpace(text, end);
  }
  let found: Span | undefined;
  for (;;) {
    // Kotlin allows names in backticks.
    const quote = text[at] === '`' ? reader.quoted(at) : -1;
    const end = quote > at + 1 ? quote : identifierEnd(text, at);
    if (end === at) return found;
    found = quote > at + 1 ? { start: at + 1, end: end - 1 } : { start: at, end };
    at = end;
    if (text[at] === '<') {
      const past = reader.angles(at);
      if (past === -1) return found;
      at = past;
    }
    if (text[at] === '?' && text[at + 1] === '.') at += 1;
    if (text[at] === '.') at += 1;
    else if (text[at] === ':' && text[at + 1] === ':') at += 2;
    else return found;
  }
}

/** Without a keyword: the identifier before the parameters, `=`, `:` or `{`. */
export function plainName(text: string, from: number, reader: BracketReader): Span | undefined {
  let count = 0;
  let first = from;
  let firstEnd = from;
  let second = from;
  let last = from;
  let lastEnd = from;
  let stop = 0;
  let at = from;
  while (at < text.length && stop === 0) {
    const code = text.charCodeAt(at);
    const end = identifierEnd(text, at);
    if (end > at) {
      if (count > 0 && CLAUSES.has(text.slice(at, end))) stop = 32;
      else {
        count += 1;
        last = at;
        lastEnd = end;
        if (count === 1) {
          first = at;
          firstEnd = end;
        } else if (count === 2) second = at;
      }
      at = end;
    } else if (code === 60 || code === 91 || code === 40) {
      if (code === 40 && count > 0) stop = code;
      else {
        const past = code === 60 ? reader.angles(at) : reader.group(at);
        if (past === -1) stop = code;
        else at = past;
      }
    } else if (code === 64) at = annotationEnd(text, at, reader);
    else if (code === 34 || code === 39 || code === 96) at = reader.quoted(at);
    else if (code === 58 && text.charCodeAt(at + 1) === 58) at += 2;
    else if (code === 58 || code === 61 || code === 123 || code === 59 || code === 0x2192) stop = code;
    else if (code === 45 && text.charCodeAt(at + 1) === 62) stop = code;
    else at += 1;
  }
  if (count === 0) return undefined;
  const firstWord = { start: first, end: firstEnd };
  const lastWord = { start: last, end: lastEnd };
  // ( : < [
  if (count === 1 || stop === 40 || stop === 58 || stop === 60 || stop === 91) return lastWord;
  if (KINDS.has(text.slice(second, identifierEnd(text, second)))) return firstWord;
  // { and a clause
  if (PRIMITIVES.has(text.slice(last, lastEnd)) || stop === 123 || stop === 32) return firstWord;
  // = ;
  if (stop === 61 || stop === 59 || count === 2) return lastWord;
  return undefined;
}
