/**
 * The same text with everything inside function bodies, initializers and lambdas blanked out, and comments
 * too, so that only declarations are left to parse. Every character keeps its place.
 */
export function blankBodies(text: string): string {
  const kept: string[] = [];
  let at = 0;
  let from = 0;
  let headerStart = 0;
  const blank = (start: number, end: number) => {
    kept.push(text.slice(from, start), text.slice(start, end).replace(/[^\n]/g, ' '));
    from = end;
    at = end;
  };
  while (at < text.length) {
    const past = pastLiteral(text, at);
    if (past !== undefined) {
      if (text[at] === '/') blank(at, past);
      else at = past;
    } else if (text[at] === '{') {
      const isType = opensType(text.slice(headerStart, at));
      at += 1;
      if (!isType) blank(at, closing(text, at - 1));
      headerStart = at;
    } else {
      if (text[at] === '}' || text[at] === ';') headerStart = at + 1;
      at += 1;
    }
  }
  kept.push(text.slice(from));
  return kept.join('');
}

/** Whether what stands before a brace declares a type: then its members are read on. */
function opensType(header: string): boolean {
  const bare = header.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(\\.|[^"\\\n])*"/g, '');
  const last = bare.slice(
    Math.max(0, bare.search(/\b(class|interface|object)\b(?![\s\S]*\b(class|interface|object)\b)/)),
  );
  return (
    /^(class|interface|object)\b/.test(last) && !/\bfun\b|\binit\b|(^|\n)\s*va[lr]\b(?![^(]*\))/.test(last)
  );
}

/** Where the brace opened at `open` is closed, or the end of the text. */
function closing(text: string, open: number): number {
  let depth = 0;
  let at = open;
  while (at < text.length) {
    const past = pastLiteral(text, at);
    if (past !== undefined) {
      at = past;
      continue;
    }
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
    at += 1;
  }
  return text.length;
}

/** The end of the comment or string that begins here. */
function pastLiteral(text: string, at: number): number | undefined {
  const after = (end: number, length: number) => (end === -1 ? text.length : end + length);
  switch (text[at]) {
    case '/':
      if (text[at + 1] === '/') return after(text.indexOf('\n', at), 0);
      return text[at + 1] === '*' ? after(text.indexOf('*/', at + 2), 2) : undefined;
    case "'": {
      const char = /^'(\\u[0-9a-fA-F]{4}|\\.|[^'\\\n])'/.exec(text.slice(at, at + 10));
      return char === null ? undefined : at + char[0].length;
    }
    case '"':
      return text.startsWith('"""', at) ? after(text.indexOf('"""', at + 3), 3) : pastString(text, at);
    default:
      return undefined;
  }
}

function pastString(text: string, open: number): number {
  let at = open + 1;
  while (at < text.length && text[at] !== '"' && text[at] !== '\n') {
    if (text[at] === '\\') at += 2;
    else if (text.startsWith('${', at)) at = closing(text, at + 1) + 1;
    else at += 1;
  }
  return Math.min(at + 1, text.length);
}
