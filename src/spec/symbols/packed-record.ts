import { anchorOf } from '../references/canonical.ts';
import {
  aligned,
  HEAD,
  HEAD_WIDTH,
  KIND_BITS,
  KIND_MASK,
  KINDS,
  REFERENCE_WIDTH,
  SYMBOL_WIDTH,
} from './layout.ts';
import type { ModuleRecord, ModuleReference } from './record.ts';
import type { IndexedSymbol } from './symbol.ts';

/** A record as it is held and remembered: bytes, of which objects are made when somebody asks. */
export class PackedRecord {
  readonly #bytes: Buffer;
  /** The same memory, four bytes at a time. */
  readonly #words: Int32Array;
  /** The first of its numbers. */
  readonly #first: number;

  /** `at`: the byte where it begins, a multiple of four. */
  constructor(bytes: Buffer, words: Int32Array, at: number) {
    this.#bytes = bytes;
    this.#words = words;
    this.#first = at >> 2;
  }

  /** Its length in bytes. */
  get length(): number {
    return aligned(this.#textAt() + this.#number(HEAD.bytes)) - this.#first * 4;
  }

  get symbolCount(): number {
    return this.#number(HEAD.symbols);
  }

  get referenceCount(): number {
    return this.#number(HEAD.references);
  }

  /** Itself, to be written down. */
  bytes(): Buffer {
    return this.#bytes.subarray(this.#first * 4, this.#first * 4 + this.length);
  }

  /** Whether the words stand in it, anywhere. */
  contains(words: Buffer): boolean {
    return this.#bytes.subarray(this.#plainAt(), this.#textAt() + this.#number(HEAD.bytes)).includes(words);
  }

  /** How many exported symbols and use cases it has. */
  get nameCount(): number {
    return this.symbolCount + this.#number(HEAD.useCases);
  }

  /** Whether one of them has that name. */
  has(name: string): boolean {
    const words = this.#words;
    const symbols = this.symbolCount;
    const rows = this.#first + HEAD_WIDTH;
    for (let at = rows + 1, left = symbols; left > 0; left -= 1, at += SYMBOL_WIDTH)
      if (words[at] === name.length && this.#spells(at - 1 - this.#first, name)) return true;
    const useCases = rows + symbols * SYMBOL_WIDTH;
    for (let at = useCases + 1, left = this.#number(HEAD.useCases); left > 0; left -= 1, at += 2)
      if (words[at] === name.length && this.#spells(at - 1 - this.#first, name)) return true;
    return false;
  }

  names(): Set<string> {
    const text = this.#text();
    const names = new Set<string>();
    for (let left = this.nameCount, row = HEAD_WIDTH; left > 0; left -= 1, row = this.#nextName(row))
      names.add(this.#string(row, text));
    return names;
  }

  /** Those of its references that `keeps` says, by what they point at. */
  references(keeps: (path: string, symbol: string) => boolean = always): ModuleReference[] {
    const count = this.#number(HEAD.references);
    if (count === 0) return [];
    const found: ModuleReference[] = [];
    // Decoded once: cheaper than every string by itself.
    const text = this.#wholeText();
    const end = this.#number(HEAD.numbers);
    for (let row = end - count * REFERENCE_WIDTH; row < end; row += REFERENCE_WIDTH) {
      const path = this.#slice(row, text);
      const symbol = this.#slice(row + 2, text);
      if (keeps(path, symbol))
        found.push({ path, symbol, section: this.#slice(row + 4, text), line: this.#number(row + 6) });
    }
    return found;
  }

  record(dir: string): ModuleRecord {
    const plain = this.#bytes.toString('latin1', this.#plainAt(), this.#textAt());
    const text = this.#wholeText();
    const string = (row: number) => {
      const at = ~this.#number(row);
      return at < 0 ? this.#slice(row, text) : plain.slice(at, at + this.#number(row + 1));
    };
    const anchor = anchorOf(dir, '');
    let row = HEAD_WIDTH;
    const symbols: IndexedSymbol[] = [];
    for (let left = this.symbolCount; left > 0; left -= 1, row += SYMBOL_WIDTH) {
      const name = string(row);
      const said = this.#number(row + 4);
      symbols.push({
        name,
        kind: KINDS[said & KIND_MASK] ?? 'variable',
        module: dir,
        signature: string(row + 2),
        anchor: anchor + name,
        line: said >> KIND_BITS,
      });
    }
    const use_cases: string[] = [];
    for (let left = this.#number(HEAD.useCases); left > 0; left -= 1, row += 2) use_cases.push(string(row));
    const dependencies: ModuleRecord['dependencies'] = [];
    for (let left = this.#number(HEAD.dependencies); left > 0; left -= 1) {
      const path = string(row);
      const line = this.#number(row + 2);
      const names: string[] = [];
      let uses = this.#number(row + 3);
      for (row += 4; uses > 0; uses -= 1, row += 2) names.push(string(row));
      dependencies.push({ path, symbols: names, line });
    }
    return {
      summary: string(HEAD.summary),
      schema_version: string(HEAD.version),
      symbols,
      use_cases,
      dependencies,
      references: this.references(),
    };
  }

  /** The row of the name after that of `row`: symbols come first, then use cases. */
  #nextName(row: number): number {
    return row < HEAD_WIDTH + this.symbolCount * SYMBOL_WIDTH ? row + SYMBOL_WIDTH : row + 2;
  }

  #number(at: number): number {
    return this.#words[this.#first + at] as number;
  }

  /** The byte where its first text begins. */
  #plainAt(): number {
    return (this.#first + this.#number(HEAD.numbers)) * 4;
  }

  /** The byte where its second text begins. */
  #textAt(): number {
    return this.#plainAt() + this.#number(HEAD.plain);
  }

  #wholeText(): string {
    const from = this.#textAt();
    return this.#bytes.toString('utf8', from, from + this.#number(HEAD.bytes));
  }

  /** The second text where its characters have to be counted; undefined where every byte is one. */
  #text(): string | undefined {
    return this.#number(HEAD.bytes) === this.#number(HEAD.chars) ? undefined : this.#wholeText();
  }

  /** A string that stands in the second text, which is given. */
  #slice(row: number, text: string): string {
    const at = this.#number(row);
    return text.slice(at, at + this.#number(row + 1));
  }

  /** The string of the row's two numbers. */
  #string(row: number, text: string | undefined): string {
    const at = this.#number(row);
    const length = this.#number(row + 1);
    if (at >= 0 && text !== undefined) return text.slice(at, at + length);
    const from = at < 0 ? this.#plainAt() + ~at : this.#textAt() + at;
    return this.#bytes.toString('latin1', from, from + length);
  }

  /** Whether it is that string, which is as long. */
  #spells(row: number, name: string): boolean {
    const at = this.#number(row);
    if (at >= 0 && this.#number(HEAD.bytes) !== this.#number(HEAD.chars))
      return this.#wholeText().startsWith(name, at);
    const bytes = this.#bytes;
    const from = at < 0 ? this.#plainAt() + ~at : this.#textAt() + at;
    // From the end: names of one module often begin alike.
    for (let i = name.length - 1; i >= 0; i -= 1) if (bytes[from + i] !== name.charCodeAt(i)) return false;
    return true;
  }
}

function always(): boolean {
  return true;
}
