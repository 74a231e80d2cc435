import { RADIXES, type Radix } from './radix.ts';

/** A text that stood in another one in a coded form, and where. */
export interface Decoded {
  text: string;
  index: number;
  length: number;
}

const BASE64 =
  /[A-Za-z0-9+/_-]{20,}(?:[ \t]*["'+\\]{0,4}(?:\r?\n|\\n)[ \t"'>#*]*[A-Za-z0-9+/_-]{4,})*={0,2}/g;
const HEX = /(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}){16,}(?![0-9a-fA-F])/g;
const ESCAPED = /(?:(?:\\{1,2}(?:x|u00)|&#x|0x)[0-9a-fA-F]{2}[;,]? ?){8,}/g;
const PERCENT = /[^\s"'`<>]{0,200}%[0-9a-fA-F]{2}[^\s"'`<>]*/g;
/** Longer runs are files, not secrets; their beginning is looked at. */
const LONGEST = 256 * 1024;

/** No secret is shorter. */
const SHORTEST = 16;
/** So much of a run of another base is looked at: a secret, not a file. */
const LONGEST_RADIX = 4 * 1024;

/** What is written in base64 (also wrapped over lines), 32, 58 or 85, hexadecimal, escapes or percents, as plain text. */
export function* decoded(text: string): Generator<Decoded> {
  for (const { 0: run, index } of text.matchAll(BASE64)) {
    const lines = run.split(/\n|\\n/);
    // The last line may be something else already.
    for (const plain of [base64Text(lines), lines.length > 1 ? base64Text(lines.slice(0, -1)) : undefined])
      if (plain !== undefined) yield { text: plain, index, length: run.length };
  }
  for (const { 0: run, index } of text.matchAll(HEX)) {
    const plain = printable(Buffer.from(run.slice(0, LONGEST), 'hex'));
    if (plain !== undefined) yield { text: plain, index, length: run.length };
  }
  for (const { 0: run, index } of text.matchAll(ESCAPED)) {
    const digits = run.replaceAll(/\\{1,2}(?:x|u00)|&#x|0x|[;, ]/g, '');
    const plain = printable(Buffer.from(digits, 'hex'));
    if (plain !== undefined) yield { text: plain, index, length: run.length };
  }
  for (const radix of RADIXES) yield* inRadix(text, radix);
  if (!text.includes('%')) return;
  for (const { 0: run, index } of text.matchAll(PERCENT)) {
    const plain = run.replaceAll(/%([0-7][0-9a-fA-F])/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    yield { text: plain, index, length: run.length };
  }
}

/** The run may begin with characters that belong to something else, so four beginnings are tried. */
function base64Text(lines: readonly string[]): string | undefined {
  const joined = lines
    .join('')
    .replaceAll(/[^A-Za-z0-9+/_-]/g, '')
    .slice(0, LONGEST);
  for (let skip = 0; skip < 4; skip += 1) {
    const plain = printable(Buffer.from(joined.slice(skip), 'base64url'));
    if (plain !== undefined) return plain;
  }
  return undefined;
}

/** Nearly every run is something else, which its first bytes show. */
function* inRadix(text: string, { runs, beginnings, bytes }: Radix): Generator<Decoded> {
  for (const { 0: run, index } of text.matchAll(runs)) {
    for (let skip = 0; skip < beginnings; skip += 1) {
      if (beginnings > 1 && printable(bytes(run.slice(skip, skip + 10))) === undefined) continue;
      const plain = beginningOf(bytes(run.slice(skip, skip + LONGEST_RADIX)));
      if (plain.length >= SHORTEST) yield { text: plain, index, length: run.length };
    }
  }
}

/** As far as it is text. */
function beginningOf(bytes: Buffer): string {
  const end = bytes.findIndex(
    (byte) => byte !== 9 && byte !== 10 && byte !== 13 && (byte < 32 || byte > 126),
  );
  return bytes.toString('latin1', 0, end === -1 ? bytes.length : end);
}

/** Undefined where the bytes are no text: hashes, pictures, or not this code at all. */
function printable(bytes: Buffer): string | undefined {
  let odd = 0;
  const allowed = Math.floor(bytes.length / 50);
  for (const byte of bytes) {
    if (byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127)) continue;
    odd += 1;
    if (odd > allowed) return undefined;
  }
  return bytes.length >= 8 ? bytes.toString('latin1') : undefined;
}
