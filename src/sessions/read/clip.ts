import { stringEnd, valueEnd } from './json-bytes.ts';

const SHORT = 500;
const LONGEST = 4_000;

/**
 * A tool's input as JSON text, with long values (whole files) cut: the index says what was done, the
 * transcript holds the rest. Works on the bytes of an object; what comes out is valid JSON.
 */
export function clippedBytes(bytes: Buffer, start: number, end: number): string {
  if (end - start <= SHORT) return bytes.toString('utf8', start, end);
  let text = '{';
  let at = start + 1;
  while (bytes[at] === 34 && text.length < LONGEST) {
    const value = stringEnd(bytes, at + 1, end) + 2;
    const after = valueEnd(bytes, value, end);
    if (value === 1 || after === -1) break;
    text += `${text === '{' ? '' : ','}${bytes.toString('utf8', at, value)}${clippedValue(bytes, value, after)}`;
    if (bytes[after] !== 44) break;
    at = after + 1;
  }
  return `${text}}`;
}

export function clippedInput(input: unknown): string {
  const bytes = Buffer.from(JSON.stringify(input) ?? 'null');
  return clippedBytes(bytes, 0, bytes.length);
}

function clippedValue(bytes: Buffer, start: number, end: number): string {
  if (end - start <= SHORT) return bytes.toString('utf8', start, end);
  if (bytes[start] !== 34) return '"…"';
  let at = start + 1;
  // Whole escapes only, and no half of a character.
  while (at < start + SHORT) at += bytes[at] === 92 ? (bytes[at + 1] === 117 ? 6 : 2) : 1;
  while (((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return `${bytes.toString('utf8', start, at)}…"`;
}
