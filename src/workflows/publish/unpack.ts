import { constants, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/** What is looked at in packed files altogether, and how many layers of packing. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_PARTS = 20_000;
const DEEPEST = 4;
const SHORTEST_TEXT = 8;

/** It holds more than is looked through; so nobody can say what is in it. */
export class TooMuchPacked extends Error {}

interface Budget {
  bytes: number;
  parts: number;
}

/**
 * The texts in a file that is a container: gzip, zlib, Zstandard, zip (and so jar, docx, wheels), tar, PNG; also one in
 * another. Empty where it is none. What is damaged counts for what could be read of it. Pure.
 */
export function unpackedTexts(file: Buffer): string[] {
  const budget: Budget = { bytes: MOST_BYTES, parts: MOST_PARTS };
  return partsOf(file, budget, DEEPEST).map(textOf);
}

function partsOf(file: Buffer, budget: Budget, deeper: number): Buffer[] {
  if (deeper === 0) return [];
  const found: Buffer[] = [];
  for (const part of contained(file, budget)) {
    budget.bytes -= part.length;
    budget.parts -= 1;
    if (budget.bytes < 0 || budget.parts < 0) throw new TooMuchPacked();
    found.push(part, ...partsOf(part, budget, deeper - 1));
  }
  return found;
}

const begins = (file: Buffer, ...bytes: number[]) => bytes.every((byte, at) => file[at] === byte);

function contained(file: Buffer, budget: Budget): Iterable<Buffer> {
  if (begins(file, 0x1f, 0x8b))
    return orDamaged(unpacked(gunzipSync, file, budget), file, gzipHead(file), budget);
  if (begins(file, 0x28, 0xb5, 0x2f, 0xfd)) return unpacked(zstdDecompressSync, file, budget);
  if (begins(file, 0x78) && ((file[0] ?? 0) * 256 + (file[1] ?? 0)) % 31 === 0)
    return orDamaged(unpacked(inflateSync, file, budget), file, 2, budget);
  if (begins(file, 0x89, 0x50, 0x4e, 0x47)) return pngTexts(file, budget);
  if (file.toString('latin1', 257, 262) === 'ustar') return tarFiles(file);
  if (begins(file, 0x50, 0x4b)) return zipFiles(file, budget);
  if (isBase64(file)) return [Buffer.from(file.toString('latin1'), 'base64')];
  return [];
}

type Unpack = (file: Buffer, options: { maxOutputLength: number; finishFlush?: number }) => Buffer;

/** A bomb is more than is looked through; anything else that cannot be unpacked is just bytes. */
function unpacked(unpack: Unpack, file: Buffer, { bytes }: Budget): Buffer[] {
  try {
    return [unpack(file, { maxOutputLength: Math.max(bytes, 1) })];
  } catch (error) {
    if (error instanceof RangeError) throw new TooMuchPacked();
    return [];
  }
}

/** One whose sum is wrong, whose end is missing or is followed by more: programs print what is in it all the same. */
function orDamaged(whole: Buffer[], file: Buffer, head: number, budget: Budget): Buffer[] {
  if (whole.length > 0) return whole;
  const unpack: Unpack = (body, options) =>
    inflateRawSync(body, { ...options, finishFlush: constants.Z_SYNC_FLUSH });
  return unpacked(unpack, file.subarray(head), budget);
}

/** Where what is packed begins, behind a name, a comment and more that may stand before it. */
function gzipHead(file: Buffer): number {
  const flags = file[3] ?? 0;
  let at = 10;
  if ((flags & 4) !== 0) at += 2 + (at + 2 <= file.length ? file.readUInt16LE(at) : 0);
  for (const flag of [8, 16]) if ((flags & flag) !== 0) at = file.indexOf(0, at) + 1;
  return (flags & 2) === 0 ? at : at + 2;
}

/** A file that is nothing but base64 stands for what it was made of. */
const isBase64 = (file: Buffer): boolean =>
  file.length > 24 && file.length < MOST_BYTES && /^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(file.toString('latin1'));

/** By the headers before each file: the list at the end could leave some out. */
function* zipFiles(file: Buffer, budget: Budget): Generator<Buffer> {
  const header = Buffer.from('PK\u0003\u0004', 'latin1');
  for (let at = file.indexOf(header); at !== -1 && at + 30 <= file.length;) {
    const [method, size] = [file.readUInt16LE(at + 8), file.readUInt32LE(at + 18)];
    const name = at + 30;
    const begin = name + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
    yield file.subarray(name, name + file.readUInt16LE(at + 26));
    const next = file.indexOf(header, Math.min(begin + size, file.length));
    // Where the size is told after the content, the content ends before the next header.
    const end = size > 0 ? begin + size : next === -1 ? file.length : next;
    if (method === 8) yield* unpacked(inflateRawSync, file.subarray(begin, end), budget);
    else yield file.subarray(begin, end);
    at = next;
  }
}

const BLOCK = 512;

function* tarFiles(file: Buffer): Generator<Buffer> {
  for (let at = 0; at + BLOCK <= file.length;) {
    const size = Number.parseInt(file.toString('latin1', at + 124, at + 136), 8);
    yield file.subarray(at, at + BLOCK);
    if (!(size > 0)) {
      at += BLOCK;
      continue;
    }
    yield file.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** Words about the picture, not the picture. */
function* pngTexts(file: Buffer, budget: Budget): Generator<Buffer> {
  for (let at = 8; at + 8 <= file.length;) {
    const size = file.readUInt32BE(at);
    const kind = file.toString('latin1', at + 4, at + 8);
    const data = file.subarray(at + 8, at + 8 + size);
    if (['tEXt', 'iTXt', 'zTXt', 'eXIf'].includes(kind)) {
      yield data;
      const packed = data.indexOf(0x78, data.indexOf(0));
      if (kind !== 'tEXt' && packed !== -1) yield* unpacked(inflateSync, data.subarray(packed), budget);
    }
    at += 12 + size;
  }
}

/** The runs that can be read, each on a line of its own. Between the letters of wide characters are zeros. */
function textOf(part: Buffer): string {
  const text = part.toString('latin1').replaceAll('\0', '');
  return (text.match(new RegExp(`[\\t\\n\\r -~]{${SHORTEST_TEXT},}`, 'g')) ?? []).join('\n');
}
