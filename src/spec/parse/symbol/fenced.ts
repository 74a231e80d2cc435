import { BracketReader } from './brackets.ts';

const COMMENT = /^(?:\/\/|\/\*|\*(?:\s|\/|$)|#(?!\[))/;

/** The first declaration in a block of code, on as many lines as its brackets need. */
export function firstDeclaration(code: string): string {
  const lines = code.split('\n').map((line) => line.trimEnd());
  const from = lines.findIndex((line) => line.trim() !== '' && !COMMENT.test(line.trim()));
  if (from === -1) return '';
  const rest = lines.slice(from).join('\n').trim();
  const reader = new BracketReader(rest);
  let at = 0;
  while (at < rest.length) {
    const char = rest[at] as string;
    if (char === '\n' && !goesOn(rest, at)) break;
    if (char === '(' || char === '[' || char === '{') {
      const end = reader.group(at);
      at = end === -1 ? at + 1 : end;
    } else at += 1;
  }
  const text = withoutBody(rest.slice(0, at).replace(/[;:]$/, '').trimEnd(), reader);
  return text.includes('{') ? text : text.replace(/\s+/g, ' ');
}

/** A function without its body; braces after a colon or an arrow are a type. */
function withoutBody(text: string, reader: BracketReader): string {
  if (!text.endsWith('}') || !/^(?:\w+ )*?(?:function|fn|func|fun)\b/.test(text)) return text;
  for (let open = text.indexOf('{'); open !== -1;) {
    const end = reader.group(open);
    const before = text.slice(0, open).trimEnd();
    if (end === text.length && !/(?:[:=|&,(<]|[=-]>)$/.test(before)) return before;
    open = text.indexOf('{', Math.max(end, open + 1));
  }
  return text;
}

/** Annotations stand on lines of their own; what follows may begin with its return type. */
function goesOn(text: string, newline: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', newline - 1) + 1, newline).trim();
  if (/^(?:@|#\[)/.test(line)) return !/[)\]\s](?:def|fn|fun|class)\b/.test(line);
  return /^\s*(?:->|=>|:|where\b|throws\b|[|&])/.test(text.slice(newline + 1, newline + 40));
}
