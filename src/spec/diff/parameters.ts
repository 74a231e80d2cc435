import type { Language } from '../language/languages.ts';
import { BracketReader } from '../parse/symbol/brackets.ts';
import { splitTop } from '../parse/symbol/values.ts';

export interface Parameter {
  name: string | undefined;
  type: string | undefined;
  /** May be left out by a caller: marked so, with a default, or taking the rest. */
  optional: boolean;
  rest: boolean;
  keywordOnly: boolean;
}

const MODIFIERS =
  /^(?:(?:public|private|protected|internal|readonly|override|final|vararg|noinline|crossinline|val|var|mut|ref)\s+)+/;

/** Parameters as each language writes them; what only the callee sees (`self`, `this`) is left out. */
export function readParameters(text: string, language: Language | undefined): Parameter[] {
  const parts = splitTop(withoutComments(text), ',').filter((part) => part !== '');
  if (language === 'go' && !parts.some((part) => colonAt(part) !== -1)) return goParameters(parts);
  const found: Parameter[] = [];
  let keywordOnly = false;
  for (const [at, part] of parts.entries()) {
    if (part === '/') continue;
    if (part === '*') {
      keywordOnly = true;
      continue;
    }
    if (isReceiver(part, at)) continue;
    const read = readParameter(part, language, keywordOnly);
    // Python: whatever follows `*args` has to be named.
    if (language === 'python' && read.rest) keywordOnly = true;
    found.push(read);
  }
  return found;
}

function isReceiver(part: string, at: number): boolean {
  if (at > 0) return false;
  return /^(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self\b/.test(part) || part === 'cls' || /^this\s*:/.test(part);
}

function readParameter(raw: string, language: Language | undefined, keywordOnly: boolean): Parameter {
  const bare = withoutAnnotations(raw);
  const vararg = /^(?:\w+\s+)*vararg\s/.test(bare);
  let text = bare.replace(MODIFIERS, '');
  const spread = /^(?:\.\.\.|\*\*?)/.exec(text)?.[0] ?? '';
  text = text.slice(spread.length).trim();
  const equals = defaultAt(text);
  const declared = (equals === -1 ? text : text.slice(0, equals)).trim();
  const { name, type, marked, variadic } = nameAndType(declared, language);
  const rest = spread !== '' || vararg || variadic;
  return { name, type, optional: equals !== -1 || marked || rest, rest, keywordOnly };
}

interface Named {
  name: string | undefined;
  type: string | undefined;
  marked: boolean;
  variadic: boolean;
}

function nameAndType(declared: string, language: Language | undefined): Named {
  const colon = colonAt(declared);
  if (colon === -1 && language === 'java') return javaParameter(declared);
  const left = (colon === -1 ? declared : declared.slice(0, colon)).trim();
  const right = colon === -1 ? undefined : declared.slice(colon + 1).trim();
  const marked = left.endsWith('?');
  const name = left.replace(/\?$/, '').trim();
  const variadic = right?.startsWith('...') ?? false;
  return {
    name: /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : undefined,
    type: right === '' ? undefined : right?.replace(/^\.\.\./, ''),
    marked,
    variadic,
  };
}

/** `Map<String, A> name`, `String... rest`, `int[] a`, `int a[]`. */
function javaParameter(declared: string): Named {
  const found = /^([\s\S]*?)(\.\.\.|[\s\]>])\s*([\w$]+)\s*((?:\[\s*\])*)$/.exec(declared);
  if (found === null || found[1] === undefined || found[1] + (found[2] ?? '').trim() === '')
    return { name: undefined, type: declared, marked: false, variadic: false };
  const variadic = found[2] === '...';
  const type = `${found[1]}${variadic ? '' : (found[2] ?? '').trim()}${found[4] ?? ''}`.trim();
  return { name: found[3], type, marked: false, variadic };
}

const GO_TYPE_WORDS = /^(?:chan|func|map|struct|interface)\b/;

/** `a, b int, c ...string` or, without names, `int, error`. */
function goParameters(parts: readonly string[]): Parameter[] {
  const split = parts.map((part) => {
    const found = /^([\p{L}_][\p{L}\p{N}_]*)\s+(\S[\s\S]*)$/u.exec(part);
    return found === null || GO_TYPE_WORDS.test(part)
      ? { name: undefined, type: part }
      : { name: found[1], type: found[2] ?? '' };
  });
  const named = split.some((part) => part.name !== undefined);
  let type = '';
  return split
    .reverse()
    .map((part): Parameter => {
      // Read from the end: in `a, b int` the type of `a` stands with `b`.
      if (!named || part.name !== undefined) type = part.type;
      const rest = type.startsWith('...');
      const name = named ? (part.name ?? part.type) : undefined;
      return { name, type: type.replace(/^\.\.\./, '').trim(), optional: rest, rest, keywordOnly: false };
    })
    .reverse();
}

/** The first `:` outside of brackets that is not part of `::`. */
function colonAt(text: string): number {
  return topLevel(text, (at) => text[at] === ':' && text[at + 1] !== ':' && text[at - 1] !== ':');
}

function defaultAt(text: string): number {
  return topLevel(
    text,
    (at) =>
      text[at] === '=' &&
      text[at + 1] !== '>' &&
      text[at + 1] !== '=' &&
      !'=<>!'.includes(text[at - 1] ?? ' '),
  );
}

function topLevel(text: string, wanted: (at: number) => boolean): number {
  const reader = new BracketReader(text);
  for (let at = 0; at < text.length;) {
    const char = text[at] as string;
    if (wanted(at)) return at;
    if (char === '"' || char === "'" || char === '`') at = reader.quoted(at);
    else if (char === '(' || char === '[' || char === '{' || char === '<') {
      const end = char === '<' ? reader.angles(at) : reader.group(at);
      at = end === -1 ? at + 1 : end;
    } else at += 1;
  }
  return -1;
}

function withoutAnnotations(text: string): string {
  let rest = text.trim();
  for (;;) {
    const found = /^(?:@[\w.:]+|#(?=\[))/.exec(rest);
    if (found === null) return rest;
    rest = rest.slice(found[0].length);
    if (rest.startsWith('(') || rest.startsWith('[')) {
      const end = new BracketReader(rest).group(0);
      rest = end === -1 ? rest : rest.slice(end);
    }
    rest = rest.trim();
  }
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/(^|[\s,(])(?:\/\/|#(?!\[))[^\n]*/g, '$1');
}
