import { textAt } from './json-bytes.ts';

const PLACES = 64;

/** Gives the same text for the same bytes without decoding them again: names of tools and models are few. */
export function interned(): (bytes: Buffer, start: number, end: number) => string | undefined {
  const texts: string[] = Array.from({ length: PLACES }, () => '');
  /** The string literal at `start`, quotes included. */
  return (bytes, start, end) => {
    const length = end - start - 2;
    const place = (length * 5 + (bytes[start + 1] ?? 0) + (bytes[end - 2] ?? 0) * 3) % PLACES;
    const known = texts[place] ?? '';
    if (known.length === length && spells(bytes, start + 1, known)) return known;
    const text = textAt(bytes, start, end);
    if (text !== undefined) texts[place] = text;
    return text;
  };
}

/** Only plain letters: a text with any other is decoded each time. */
function spells(bytes: Buffer, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const byte = bytes[at + i];
    if (byte !== text.charCodeAt(i) || byte > 126 || byte === 92) return false;
  }
  return true;
}
