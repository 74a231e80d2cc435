import { names } from '../names.ts';
import { CRAFTED, FROM_OUTSIDE, UNKNOWN, morePossible, type Doubt, type Word } from '../word.ts';
import { readAnsiQuote } from './ansi-quote.ts';
import { aside, blankWord, fail, put, take, type Reading } from './reading.ts';

/** Substitutions whose output is a name or a number, not an option somebody wrote on purpose. */
export const PLAIN_SOURCES = names(
  'git pwd basename dirname which command ls find date realpath readlink nproc id whoami hostname uname wc npm seq',
);
/** Each failed attempt may have scanned to the end: nested ones would take quadratic time. */
const ATTEMPTS_CAP = 50;

/** Text with expansions, up to a double quote; that of a here-document goes to the end of the text. */
export function readDouble(r: Reading, w: Word, end: '"' | undefined): void {
  w.quoted = true;
  for (;;) {
    const c = r.src[r.at];
    if (c === end) {
      r.at += 1;
      return;
    }
    if (c === undefined) fail('an unclosed double quote');
    if (c === '\\') {
      const next = r.src[r.at + 1];
      if (next !== '\n') w.text += next !== undefined && '$`"\\'.includes(next) ? next : `\\${next ?? ''}`;
      r.at += 2;
    } else if (c === '$') readDollar(r, w, true);
    else if (c === '`') readBackticks(r, w);
    else {
      w.text += c;
      r.at += 1;
    }
  }
}

export function readDollar(r: Reading, w: Word, quoted: boolean): void {
  const next = r.src[r.at + 1];
  if (next === '(') {
    if (r.src[r.at + 2] === '(' && readArithmetic(r, 3)) return put(w, '1', 0);
    return readSubstitution(r, w);
  }
  if (next === '{') return readBraces(r, w, quoted);
  if (next === "'" && !quoted) return readAnsiQuote(r, w);
  if (next === '"' && !quoted) {
    r.at += 2;
    return readDouble(r, w, '"');
  }
  if (next === '[') fail('$[ ... ]');
  r.at += 1;
  const name = take(r, /[A-Za-z_]\w*|[0-9@*#?$!-]/y)?.[0];
  if (name !== undefined) return putVariable(r, w, name, quoted);
  // zsh splits `$=x` into words and takes `$~x` for a pattern.
  if (/^[=~^+]\w/.test(r.src.slice(r.at, r.at + 2))) {
    r.at += 1;
    return put(w, UNKNOWN, CRAFTED);
  }
  w.text += '$';
}

/** `$(…)`, `<(…)` and `>(…)`, standing on the sign before the bracket. */
export function readSubstitution(r: Reading, w: Word, doubt?: Doubt): void {
  const told = substitute(r, () => {
    r.at += 2;
    r.list(r, ')');
  });
  put(w, UNKNOWN, doubt ?? told);
}

function substitute(r: Reading, read: () => void): Doubt {
  const from = r.commands.length;
  const outer = r.pending;
  const start = r.at;
  r.pending = [];
  read();
  if (r.pending.length > 0 || (outer.length > 0 && r.src.slice(start, r.at).includes('\n')))
    fail('a here-document whose end is unclear');
  r.pending = outer;
  const plain = r.commands.slice(from).every(({ words: [first] }) => {
    return first !== undefined && first.doubt === 0 && PLAIN_SOURCES.has(first.text);
  });
  return plain ? FROM_OUTSIDE : CRAFTED;
}

export function readBackticks(r: Reading, w: Word): void {
  let text = '';
  for (r.at += 1; r.src[r.at] !== '`'; r.at += 1) {
    if (r.src[r.at] === undefined) fail('an unclosed `');
    if (r.src[r.at] === '\\' && '`\\$'.includes(r.src[r.at + 1] ?? ' ')) r.at += 1;
    text += r.src[r.at];
  }
  if (r.pending.length > 0 && text.includes('\n')) fail('a here-document whose end is unclear');
  let doubt: Doubt = 0;
  const next = r.at + 1;
  aside(r, text, () => (doubt = substitute(r, () => r.list(r, null))), next);
  put(w, UNKNOWN, doubt);
}

/** `$(( … ))` and `(( … ))`: nothing to run but the substitutions in it. False when it is not arithmetic. */
export function readArithmetic(r: Reading, skip: number): boolean {
  const [start, found] = [r.at, r.commands.length];
  let depth = 0;
  for (r.at += skip; r.at < r.src.length;) {
    const c = r.src[r.at];
    if (c === '$') readDollar(r, blankWord(), true);
    else if (c === '`') readBackticks(r, blankWord());
    else {
      r.at += 1;
      if (c === '(') depth += 1;
      else if (c === ')' && depth > 0) depth -= 1;
      else if (c === ')') {
        // Two words side by side are no number: a shell without `((` would run them in subshells.
        if (r.src[r.at] !== ')' || /\w\s+[\w./]/.test(r.src.slice(start + skip, r.at - 1))) break;
        r.at += 1;
        return true;
      }
    }
  }
  r.attempts += 1;
  if (r.attempts > ATTEMPTS_CAP) fail('too many ((');
  r.at = start;
  r.commands.length = found;
  return false;
}

function putVariable(r: Reading, w: Word, name: string, quoted: boolean): void {
  const value = r.vars.get(name);
  if (value === undefined) put(w, UNKNOWN, /^[0-9@*]$/.test(name) ? CRAFTED : FROM_OUTSIDE);
  else if (value.doubt > 0) put(w, UNKNOWN, morePossible(value.doubt, FROM_OUTSIDE));
  else if (!quoted && /[\s*?[]/.test(value.text)) put(w, UNKNOWN, CRAFTED);
  else put(w, value.text, 0);
}

function readBraces(r: Reading, w: Word, quoted: boolean): void {
  const start = r.at + 2;
  if (r.src[start] === '(') fail('${(...)}, whose flags can run what a variable holds');
  const inner = blankWord();
  for (r.at = start; r.src[r.at] !== '}';) {
    const c = r.src[r.at];
    if (c === undefined) fail('an unclosed ${');
    if (c === '\\') r.at += 2;
    else if (c === "'" && !quoted) {
      r.at = r.src.indexOf("'", r.at + 1) + 1;
      if (r.at === 0) fail('an unclosed quote');
    } else if (c === '"') {
      r.at += 1;
      readDouble(r, inner, '"');
    } else if (c === '$') readDollar(r, inner, true);
    else if (c === '`') readBackticks(r, inner);
    else r.at += 1;
  }
  const body = r.src.slice(start, r.at);
  r.at += 1;
  putBraces(r, w, body, inner, quoted);
}

function putBraces(r: Reading, w: Word, body: string, inner: Word, quoted: boolean): void {
  if (body.endsWith('@P')) fail('${...@P}, which runs what a variable holds');
  const name = /^[A-Za-z_]\w*|^[0-9@*]/.exec(body)?.[0];
  if (name === body) return putVariable(r, w, body, quoted);
  if (body.startsWith('#')) return put(w, '1', 0);
  const crafted =
    name === undefined ||
    r.vars.has(name) ||
    /^[0-9@*]/.test(body) ||
    inner.doubt === CRAFTED ||
    /^\w+:?[-=+]-/.test(body);
  if (name !== undefined && /^\w+:?=/.test(body)) r.vars.set(name, { text: '', doubt: CRAFTED });
  put(w, UNKNOWN, crafted ? CRAFTED : FROM_OUTSIDE);
}
