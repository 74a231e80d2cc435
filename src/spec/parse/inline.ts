/** Small readers of what stands inside one line. */

export interface CodeSpan {
  code: string;
  start: number;
  end: number;
}

/** The first code span at or after `from`; `` `a` `` and ``` ``a`b`` ``` alike. */
export function codeSpan(text: string, from = 0): CodeSpan | undefined {
  const open = text.indexOf('`', from);
  if (open === -1) return undefined;
  let ticks = 1;
  while (text.charCodeAt(open + ticks) === 96) ticks += 1;
  const fence = ticks === 1 ? '`' : text.slice(open, open + ticks);
  const close = text.indexOf(fence, open + ticks);
  if (close === -1) return undefined;
  return { code: text.slice(open + ticks, close).trim(), start: open, end: close + ticks };
}

/** Without backticks and emphasis around the whole. `__init__` is a name, not emphasis. */
export function plain(text: string): string {
  let trimmed = text.trim();
  const last = trimmed.charCodeAt(trimmed.length - 1);
  // ` * _
  if (last !== 96 && last !== 42 && last !== 95) return trimmed;
  for (const mark of ['**', '__', '`', '*']) {
    if (trimmed.length > 2 * mark.length && trimmed.startsWith(mark) && trimmed.endsWith(mark)) {
      const inner = trimmed.slice(mark.length, -mark.length);
      if (!inner.includes(mark) && (mark !== '__' || /\s/.test(inner))) trimmed = inner.trim();
    }
  }
  return trimmed;
}

/** A heading's text without the id that some renderers take: `load {#load}`. */
export function withoutId(heading: string): string {
  if (!heading.endsWith('}')) return heading;
  const open = heading.lastIndexOf('{#');
  return open > 0 && !heading.slice(open).includes(' ') ? heading.slice(0, open).trimEnd() : heading;
}

const NONE = /^[*_]*(?:none|n\/a|없음|해당 없음)[*_]*\.?$/i;

export function isNone(text: string): boolean {
  return text.length <= 12 && NONE.test(text);
}

/** `**Key**: value`, `**Key:** value` or `Key: value`; the key in lower case. */
export function field(text: string): { key: string; value: string } | undefined {
  const bold = text.startsWith('**');
  if (bold) {
    const close = text.indexOf('**', 2);
    if (close === -1) return undefined;
    let key = text.slice(2, close).trim();
    let rest = text.slice(close + 2).trimStart();
    if (key.endsWith(':')) key = key.slice(0, -1).trimEnd();
    else if (rest.startsWith(':')) rest = rest.slice(1);
    else return undefined;
    return { key: key.toLowerCase(), value: rest.trim() };
  }
  const colon = text.indexOf(':');
  if (colon <= 0 || colon > 24) return undefined;
  return { key: text.slice(0, colon).trim().toLowerCase(), value: text.slice(colon + 1).trim() };
}

/** Text after a leading ` - `, ` – `, ` — ` or `: `. */
export function afterSeparator(text: string): string {
  let at = 0;
  while (isSeparator(text.charCodeAt(at))) at += 1;
  return text.slice(at).trim();
}

function isSeparator(code: number): boolean {
  return code === 32 || code === 9 || code === 58 || code === 45 || code === 0x2013 || code === 0x2014;
}

/** Words separated by commas (or `|`), without code marks. `None` alone says that there are none. */
export function listed(text: string, separator = ','): string[] {
  const parts = text
    .split(separator)
    .map((part) => plain(part))
    .filter((part) => part !== '');
  return parts.length === 1 && isNone(parts[0] ?? '') ? [] : parts;
}
