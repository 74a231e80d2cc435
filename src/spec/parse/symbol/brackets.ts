/** Where an identifier that starts at `at` ends; `at` itself when none starts there. Letters of any script count. */
export function identifierEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && isIdentifierCode(text.charCodeAt(end), end > at)) end += 1;
  return end;
}

function isIdentifierCode(code: number, digits: boolean): boolean {
  if (code < 0xc0) {
    return (
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      code === 95 ||
      code === 36 ||
      (digits && code >= 48 && code <= 57)
    );
  }
  // Without general punctuation, arrows and the CJK punctuation blocks.
  return !(code >= 0x2000 && code <= 0x303f) && !(code >= 0xff00 && code <= 0xff0f);
}

export function skipSpace(text: string, at: number): number {
  let i = at;
  while (i < text.length && (text.charCodeAt(i) <= 32 || text.charCodeAt(i) === 0xa0)) i += 1;
  return i;
}

const APOSTROPHE = 39;
const BACKSLASH = 92;

/**
 * Steps over bracketed groups and quoted strings of a signature, in seven languages at once. Every step moves
 * forward, and a quote or `<` once found to have no partner is a plain character from then on: linear time.
 */
export class BracketReader {
  readonly #text: string;
  /** Quotes that have no partner from some point on. */
  #lone = '';
  #lifetimes = false;
  #looseAngles = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** The index after the group that opens at `at`, or -1 when it never closes. */
  group(at: number): number {
    const text = this.#text;
    let depth = 0;
    for (let i = at; i < text.length;) {
      const code = text.charCodeAt(i);
      if (isQuote(code)) {
        i = this.quoted(i);
        continue;
      }
      if (opens(code)) depth += 1;
      else if (code === 41 || code === 93 || code === 125) {
        depth -= 1;
        if (depth === 0) return i + 1;
      }
      i += 1;
    }
    return -1;
  }

  /** The same for `<…>`, where `=>` and `->` close nothing. */
  angles(at: number): number {
    if (this.#looseAngles) return -1;
    const text = this.#text;
    let depth = 0;
    for (let i = at; i < text.length;) {
      const code = text.charCodeAt(i);
      if (isQuote(code)) {
        i = this.quoted(i);
        continue;
      }
      if (opens(code)) {
        const end = this.group(i);
        if (end === -1) return -1;
        i = end;
        continue;
      }
      if (code === 60) depth += 1;
      else if (code === 62 && text[i - 1] !== '=' && text[i - 1] !== '-') {
        depth -= 1;
        if (depth === 0) return i + 1;
      }
      i += 1;
    }
    this.#looseAngles = true;
    return -1;
  }

  /** The index after the quoted string that opens at `at`, or the next one when this is a lone quote or a lifetime. */
  quoted(at: number): number {
    const text = this.#text;
    const quote = text.charCodeAt(at);
    if (quote === APOSTROPHE && this.#isLifetime(at)) {
      this.#lifetimes = true;
      return identifierEnd(text, at + 1);
    }
    if (this.#lone.includes(text[at] as string)) return at + 1;
    for (let i = at + 1; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code === BACKSLASH) i += 1;
      else if (code === quote) return i + 1;
    }
    this.#lone += text[at] as string;
    return at + 1;
  }

  /** `'a` in Rust is a lifetime; `'a'` is a string elsewhere. What stands before it tells most cases apart. */
  #isLifetime(at: number): boolean {
    const text = this.#text;
    const end = identifierEnd(text, at + 1);
    if (end === at + 1 || text.charCodeAt(end) === APOSTROPHE) return false;
    let before = at - 1;
    while (before >= 0 && text.charCodeAt(before) === 32) before -= 1;
    const previous = text[before] ?? ' ';
    if ('&<+'.includes(previous)) return true;
    if ('=([|{'.includes(previous)) return false;
    return this.#lifetimes || this.#lone.includes("'");
  }
}

function isQuote(code: number): boolean {
  return code === 34 || code === APOSTROPHE || code === 96;
}

function opens(code: number): boolean {
  return code === 40 || code === 91 || code === 123;
}
