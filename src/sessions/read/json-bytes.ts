/** Looks into JSON text as bytes, without making objects. Every function is exact or says "cannot tell" (-1). */

const QUOTE = 34;
const BACKSLASH = 92;

/** After this many bytes a string is long: a native search finds its end sooner than a loop. */
const LONG = 48;

/** The place of the quote that ends a string whose text begins at `at`; -1 when it does not end. */
export function stringEnd(bytes: Buffer, at: number, end: number): number {
  let i = at;
  for (;;) {
    const turn = Math.min(i + LONG, end);
    for (; i < turn; i += 1) {
      const byte = bytes[i];
      if (byte === QUOTE) return i;
      if (byte === BACKSLASH) i += 1;
    }
    if (i >= end) return -1;
    const quote = bytes.indexOf(QUOTE, i);
    if (quote === -1 || quote >= end) return -1;
    let escapes = quote;
    while (escapes > i && bytes[escapes - 1] === BACKSLASH) escapes -= 1;
    if ((quote - escapes) % 2 === 0) return quote;
    i = quote + 1;
  }
}

/** The place just after the value that begins at `at`; -1 when it does not end. */
export function valueEnd(bytes: Buffer, at: number, end: number): number {
  const first = bytes[at];
  if (first === QUOTE) {
    const close = stringEnd(bytes, at + 1, end);
    return close === -1 ? -1 : close + 1;
  }
  if (first !== 123 && first !== 91) {
    for (let i = at; i < end; i += 1) {
      const byte = bytes[i];
      if (byte === 44 || byte === 125 || byte === 93) return i;
    }
    return -1;
  }
  let depth = 0;
  for (let i = at; i < end; i += 1) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      i = stringEnd(bytes, i + 1, end);
      if (i === -1) return -1;
    } else if (byte === 123 || byte === 91) depth += 1;
    else if (byte === 125 || byte === 93) {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return -1;
}

export function equalsAt(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i += 1) if (bytes[at + i] !== text[i]) return false;
  return true;
}

/** The string under a key of the object at `start` itself, not of one inside it. Compact JSON only. */
export function ownText(bytes: Buffer, start: number, end: number, key: Uint8Array): string | undefined {
  if (bytes[start] !== 123) return undefined;
  let at = start + 1;
  for (;;) {
    if (bytes[at] !== QUOTE) return undefined;
    const keyEnd = stringEnd(bytes, at + 1, end);
    if (keyEnd === -1 || bytes[keyEnd + 1] !== 58) return undefined;
    const value = keyEnd + 2;
    const after = valueEnd(bytes, value, end);
    if (after === -1) return undefined;
    if (keyEnd - at - 1 === key.length && bytes[value] === QUOTE && equalsAt(bytes, at + 1, key))
      return textAt(bytes, value, after);
    if (bytes[after] !== 44) return undefined;
    at = after + 1;
  }
}

/** The text of the string literal at `start`, quotes included in the range. */
export function textAt(bytes: Buffer, start: number, end: number): string | undefined {
  const raw = bytes.toString('utf8', start + 1, end - 1);
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return undefined;
  }
}

/** Whether a stretch of a string means itself: no escapes in it. */
export function isPlain(bytes: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) if (bytes[i] === BACKSLASH) return false;
  return true;
}

/** The whole number at `start`; -1 when something else is there. */
export function countAt(bytes: Buffer, start: number, end: number): number {
  if (end - start > 15) return -1;
  let count = 0;
  for (let i = start; i < end; i += 1) {
    const digit = (bytes[i] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    count = count * 10 + digit;
  }
  return count;
}
