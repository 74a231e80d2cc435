/** Where an identifier that starts at `at` ends; `at` itself when none starts there. Letters of any script count. */
export function identifierEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && isIdentifierCode(text.charCodeAt(end), end > at)) end += 1;
  return end;
}

export function isIdentifierCode(code: number, digits = true): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    code === 95 ||
    code === 36 ||
    (digits && code >= 48 && code <= 57) ||
    // From À on, without general punctuation, arrows and the CJK punctuation blocks.
    (code >= 0xc0 && !(code >= 0x2000 && code <= 0x303f) && !(code >= 0xff00 && code <= 0xff0f))
  );
}

/**
 * Steps over bracketed groups and quoted strings of a signature, in seven languages at once. Every step moves
 * forward, and a quote or `<` once found to have no partner is a plain character from then on: linear time.
 */
export interface BracketReader {
  /** The index after the group that opens at `at`, or -1 when it never closes. */
  group(at: number): number;
  /** The same for `<…>`, where `=>` and `->` close nothing. */
  angles(at: number): number;
  /** The index after the quoted string that opens at `at`, or `at + 1` when this is a lifetime or a lone quote. */
  quoted(at: number): number;
}

const QUOTE = 39;

export function bracketReader(text: string): BracketReader {
  const lone = new Set<number>();
  let lifetimes = false;
  let looseAngles = false;

  const close = (at: number, quote: number): number => {
    if (lone.has(quote)) return -1;
    for (let i = at + 1; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code === 92) i += 1;
      else if (code === quote) return i + 1;
    }
    lone.add(quote);
    return -1;
  };

  /** `'a` in Rust is a lifetime; `'a'` is a string elsewhere. What stands before it tells most cases apart. */
  const isLifetime = (at: number): boolean => {
    const end = identifierEnd(text, at + 1);
    if (end === at + 1 || text.charCodeAt(end) === QUOTE) return false;
    let before = at - 1;
    while (before >= 0 && text.charCodeAt(before) === 32) before -= 1;
    const previous = text[before] ?? '';
    if ('&<+'.includes(previous)) return true;
    if ('=([|{'.includes(previous)) return false;
    return lifetimes || lone.has(QUOTE);
  };

  const quoted = (at: number): number => {
    const quote = text.charCodeAt(at);
    if (quote === QUOTE && isLifetime(at)) {
      lifetimes = true;
      return identifierEnd(text, at + 1);
    }
    const end = close(at, quote);
    return end === -1 ? at + 1 : end;
  };

  const group = (at: number): number => {
    let depth = 0;
    for (let i = at; i < text.length;) {
      const char = text[i] as string;
      if (char === '"' || char === "'" || char === '`') {
        i = quoted(i);
        continue;
      }
      if (char === '(' || char === '[' || char === '{') depth += 1;
      else if (char === ')' || char === ']' || char === '}') {
        depth -= 1;
        if (depth === 0) return i + 1;
      }
      i += 1;
    }
    return -1;
  };

  const angles = (at: number): number => {
    if (looseAngles) return -1;
    let depth = 0;
    for (let i = at; i < text.length;) {
      const char = text[i] as string;
      if (char === '"' || char === "'" || char === '`') {
        i = quoted(i);
        continue;
      }
      if (char === '(' || char === '[' || char === '{') {
        const end = group(i);
        if (end === -1) return -1;
        i = end;
        continue;
      }
      if (char === '<') depth += 1;
      else if (char === '>' && text[i - 1] !== '=' && text[i - 1] !== '-') {
        depth -= 1;
        if (depth === 0) return i + 1;
      }
      i += 1;
    }
    looseAngles = true;
    return -1;
  };

  return { group, angles, quoted };
}
