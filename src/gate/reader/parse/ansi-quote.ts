import type { Word } from '../word.ts';
import { fail, take, type Reading } from './reading.ts';

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  v: '\v',
};
const ESCAPE = /x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c.|[\s\S]/y;

/** `$'…'`. */
export function readAnsiQuote(r: Reading, w: Word): void {
  w.quoted = true;
  for (r.at += 2; r.src[r.at] !== "'";) {
    const c = r.src[r.at] ?? fail('an unclosed quote');
    r.at += 1;
    if (c !== '\\') {
      w.text += c;
      continue;
    }
    const found = take(r, ESCAPE) ?? fail('an unclosed quote');
    const hex = found[1] ?? found[2] ?? found[3];
    const octal = found[4];
    if (hex !== undefined) w.text += character(Number.parseInt(hex, 16));
    else if (octal !== undefined) w.text += character(Number.parseInt(octal, 8));
    else w.text += Object.hasOwn(SIMPLE, found[0]) ? SIMPLE[found[0]] : found[0];
  }
  r.at += 1;
}

function character(code: number): string {
  return code <= 0x10_ffff ? String.fromCodePoint(code) : '?';
}
