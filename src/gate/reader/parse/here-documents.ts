import { readDouble } from './expansions.ts';
import { aside, blankWord, fail, skipBlanks, type Reading } from './reading.ts';

const UNCLEAR_END = 'a here-document whose end is unclear';

/** Passes a line end, and the here-documents that begin behind it. */
export function passLineEnd(r: Reading): void {
  r.at += 1;
  for (const doc of r.pending.splice(0)) {
    let body = '';
    for (;;) {
      if (r.at >= r.src.length) fail('a here-document without an end');
      const { line, joined } = readLine(r, doc.end, doc.expand);
      if ((doc.strip ? line.replace(/^\t+/, '') : line) === doc.end) {
        if (joined) fail(UNCLEAR_END);
        break;
      }
      body += `${line}\n`;
    }
    doc.into.text = body;
    if (!doc.expand || !/[$`]/.test(body)) continue;
    const word = blankWord();
    aside(r, body, () => readDouble(r, word, undefined));
    doc.into.doubt = word.doubt;
  }
}

/** One line, with those that a backslash joins to it. */
function readLine(r: Reading, docEnd: string, expand: boolean): { line: string; joined: boolean } {
  let line = '';
  for (let joined = false; ; joined = true) {
    const end = r.src.indexOf('\n', r.at);
    const part = r.src.slice(r.at, end === -1 ? r.src.length : end);
    r.at = end === -1 ? r.src.length : end + 1;
    // Shells differ on whether a line that was continued can hold the end.
    if (joined && part.replace(/^\t+/, '') === docEnd) fail(UNCLEAR_END);
    const more = expand && end !== -1 && backslashesAtEnd(part) % 2 === 1;
    line += more ? part.slice(0, -1) : part;
    if (!more) return { line, joined };
  }
}

function backslashesAtEnd(text: string): number {
  let from = text.length;
  while (text[from - 1] === '\\') from -= 1;
  return text.length - from;
}

export function skipLines(r: Reading): void {
  for (;;) {
    skipBlanks(r);
    if (r.src[r.at] !== '\n') return;
    passLineEnd(r);
  }
}
