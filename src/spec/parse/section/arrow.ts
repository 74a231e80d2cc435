/**
 * Splits `input → output` at its first arrow outside code. `→` wins over `->`, so that a signature with `->`
 * may stand on either side; a hyphen inside words is never an arrow.
 */
export function splitArrow(text: string): { left: string; right: string } | undefined {
  const { at, length } = findArrow(text);
  if (at <= 0) return undefined;
  let end = at;
  // `-->` and `==>` are long arrows.
  if (length === 2) while (end > 0 && text.charCodeAt(end - 1) === text.charCodeAt(at)) end -= 1;
  const left = text.slice(0, end).trim();
  const right = text.slice(at + length).trim();
  return left === '' || right === '' ? undefined : { left, right };
}

const MINUS = 45;
const EQUALS = 61;
const GREATER = 62;
const BACKTICK = 96;
const ARROWS = [0x2192, 0x21d2, 0x27f6];

/** One pass; the best of what it meets: `→`, a free-standing `->`, `a->b`, and last an arrow inside code. */
function findArrow(text: string): { at: number; length: number } {
  let free = -1;
  let tight = -1;
  let inCode = -1;
  let codeEnd = -1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKTICK && at > codeEnd) {
      const close = text.indexOf('`', at + 1);
      codeEnd = close === -1 ? at : close;
    } else if (code > 0x2000) {
      if (!ARROWS.includes(code)) continue;
      if (at > codeEnd) return { at, length: 1 };
      if (inCode === -1) inCode = at;
    } else if (code === GREATER && at > 0) {
      const before = text.charCodeAt(at - 1);
      if (before !== MINUS && before !== EQUALS) continue;
      if (at < codeEnd) inCode = inCode === -1 ? at - 1 : inCode;
      else if (text.charCodeAt(at - 2) <= 32 || text.charCodeAt(at + 1) <= 32)
        free = free === -1 ? at - 1 : free;
      else if (tight === -1) tight = at - 1;
    }
  }
  if (free !== -1) return { at: free, length: 2 };
  if (tight !== -1) return { at: tight, length: 2 };
  return { at: inCode, length: inCode !== -1 && text.charCodeAt(inCode) > 0x2000 ? 1 : 2 };
}
