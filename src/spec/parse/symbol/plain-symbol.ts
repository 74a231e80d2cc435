import type { BlockList } from '../blocks/block-list.ts';
import type { SymbolKind } from './classify.ts';

/** Takes symbols by the places of their names and signatures, which are ASCII there. */
export interface SymbolPlaces {
  addPlaces(bytes: Buffer, symbol: PlainSymbol, kind: SymbolKind, line: number): void;
}

const BACKTICK = 96;
const PAREN = 40;
const BRACE = 123;
const SPACE = 32;
const STAR = 42;

/** 1: begins an identifier; 2: goes on with it. */
const LETTERS = new Uint8Array(256);
for (let code = 0; code < 128; code += 1)
  LETTERS[code] = /[A-Za-z_$]/.test(String.fromCharCode(code)) ? 1 : code >= 48 && code <= 57 ? 2 : 0;

/**
 * Reads symbols as most are written, without making a string: a bullet with its signature, or a heading with its
 * signature and a description below, in code marks and in ASCII, where a group's heading says of which kind they are.
 * Everything else, and whatever could still change the symbol, is left to who reads all of the format.
 */
export class PlainSymbol {
  nameFrom = 0;
  nameTo = 0;
  from = 0;
  to = 0;
  readonly #blocks: BlockList;
  readonly #end: number;
  /** A bullet that was looked at already, and where its name and signature end; 0 when it is none of these. */
  #ahead = -1;
  #aheadName = 0;
  #aheadEnd = 0;
  #mark = -1;

  /** `end`: the index after the section's blocks. */
  constructor(blocks: BlockList, end: number) {
    this.#blocks = blocks;
    this.#end = end;
  }

  /** The index after the symbol's blocks; -1 when it is not as plain. */
  read(at: number): number {
    return this.#blocks.isHeading(at) ? this.#heading(at) : this.#bullet(at);
  }

  #heading(at: number): number {
    const blocks = this.#blocks;
    const nameFrom = blocks.from(at);
    if (at + 1 >= this.#end || nameFrom === -1 || !blocks.isText(at + 1)) return -1;
    const nameTo = this.#nameEnd(nameFrom);
    if (nameTo === nameFrom || nameTo !== blocks.to(at)) return -1;
    const end = this.#signature(at + 1);
    if (end === 0) return -1;
    let next = at + 2;
    for (; next < this.#end && !blocks.isHeading(next); next += 1)
      if (!blocks.isText(next) || !this.#describes(next)) return -1;
    this.nameFrom = nameFrom;
    this.nameTo = nameTo;
    this.from = blocks.from(at + 1) + 1;
    this.to = end;
    return next;
  }

  #bullet(at: number): number {
    const blocks = this.#blocks;
    if (!this.#isBullet(at)) return -1;
    const nameTo = this.#aheadName;
    const end = this.#aheadEnd;
    let next = at + 1;
    while (next < this.#end && blocks.continues(next)) next += 1;
    // What neither ends the section nor begins a symbol may still say something of this one.
    if (next < this.#end && !blocks.isHeading(next)) {
      if (blocks.isText(next) || blocks.depth(next) > blocks.depth(at) || !this.#isBullet(next)) return -1;
    }
    this.nameFrom = this.from = blocks.from(at) + 1;
    this.nameTo = nameTo;
    this.to = end;
    return next;
  }

  #isBullet(at: number): boolean {
    if (this.#ahead !== at) {
      this.#ahead = at;
      const isBullet = !this.#blocks.isText(at) && this.#blocks.order(at) < 0;
      this.#aheadEnd = isBullet ? this.#signature(at) : 0;
    }
    return this.#aheadEnd !== 0;
  }

  /** Where the signature ends that the block begins with, in code marks; 0 when it begins with none of a plain form. */
  #signature(at: number): number {
    const { bytes, chars } = this.#blocks.source;
    const open = this.#blocks.from(at);
    if (open === -1 || bytes[open] !== BACKTICK) return 0;
    const from = open + 1;
    const name = this.#nameEnd(from);
    const after = bytes[name];
    // `name(`, but for `pub(crate)` and `func(`; or `Name {`. See readSignature.
    if (after === PAREN) {
      if (name === from || name - from === 3 || chars.startsWith('func', from)) return 0;
    } else if (after !== SPACE || bytes[name + 1] !== BRACE || !isCapital(bytes[from] as number)) return 0;
    const end = this.#nextMark(name);
    if (end >= this.#blocks.to(at) || (bytes[end - 1] as number) <= SPACE) return 0;
    if (!this.#blocks.source.isPlain(from, end)) return 0;
    this.#aheadName = name;
    return end;
  }

  /** Asked for places in rising order: no character is looked at twice. */
  #nextMark(from: number): number {
    if (this.#mark < from) {
      const { chars } = this.#blocks.source;
      const found = chars.indexOf('`', from);
      this.#mark = found === -1 ? chars.length : found;
    }
    return this.#mark;
  }

  #nameEnd(from: number): number {
    const { bytes } = this.#blocks.source;
    if (LETTERS[bytes[from] as number] !== 1) return from;
    let end = from + 1;
    while (LETTERS[bytes[end] as number] !== 0) end += 1;
    return end;
  }

  /** A line of text below a signature that is no field. */
  #describes(at: number): boolean {
    const { bytes } = this.#blocks.source;
    const from = this.#blocks.from(at);
    return from !== -1 && !(bytes[from] === STAR && bytes[from + 1] === STAR);
  }
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}
