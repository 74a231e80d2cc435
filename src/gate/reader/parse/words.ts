import { CRAFTED, FROM_OUTSIDE, type Word } from '../word.ts';
import { readBackticks, readDollar, readDouble, readSubstitution } from './expansions.ts';
import { META, blankWord, fail, type Reading } from './reading.ts';

/** The word that begins here, or null where none does. */
export function readWord(r: Reading): Word | null {
  const start = r.at;
  const w = blankWord();
  let braced = false;
  while (r.at < r.src.length) {
    const c = r.src[r.at] ?? '';
    if ((c === '<' || c === '>') && r.src[r.at + 1] === '(') readSubstitution(r, w, FROM_OUTSIDE);
    else if (META.includes(c)) break;
    else if (c === '$') readDollar(r, w, false);
    else if (c === '`') readBackticks(r, w);
    else if (c === '"') {
      r.at += 1;
      readDouble(r, w, '"');
    } else if (c === "'" || c === '\\') readLiteral(r, w, c);
    else {
      if (c === '*' || c === '?' || c === '[') w.glob = true;
      if (c === '{') braced = true;
      w.text += c;
      r.at += 1;
    }
  }
  r.at = Math.min(r.at, r.src.length);
  if (r.at === start) return null;
  w.raw = r.src.slice(start, r.at);
  // {git,push} becomes several words.
  if (braced && w.raw.includes('}') && /,|\.\./.test(w.raw)) w.doubt = CRAFTED;
  return w;
}

function readLiteral(r: Reading, w: Word, sign: "'" | '\\'): void {
  w.quoted = true;
  if (sign === '\\') {
    const next = r.src[r.at + 1];
    if (next !== '\n') w.text += next ?? '';
    r.at += 2;
    return;
  }
  const end = r.src.indexOf("'", r.at + 1);
  if (end === -1) fail('an unclosed quote');
  w.text += r.src.slice(r.at + 1, end);
  r.at = end + 1;
}
