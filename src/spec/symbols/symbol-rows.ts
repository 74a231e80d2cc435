import type { SymbolKind } from '../parse/symbol/classify.ts';
import type { PlainSymbol, SymbolPlaces } from '../parse/symbol/plain-symbol.ts';
import { KIND_BITS, KIND_MASK, KINDS, SYMBOL_WIDTH } from './layout.ts';
import { NumberList } from './number-list.ts';

const FIRST = 4096;

/** The symbols of a module as rows of numbers, while its file is read. One may serve many files, one after the other. */
export class SymbolRows implements SymbolPlaces {
  /** Strings that do not stand in the file as they are. */
  text = '';
  /** The others, one after the other. */
  plain = Buffer.allocUnsafeSlow(FIRST);
  plainLength = 0;
  readonly #rows = new NumberList();
  /** Of the last one, and whether all came in the order of their kinds. */
  #kind = 0;
  #inOrder = true;

  begin(): void {
    this.text = '';
    this.plainLength = 0;
    this.#rows.length = 0;
    this.#kind = 0;
    this.#inOrder = true;
  }

  /** How many numbers they are. */
  get length(): number {
    return this.#rows.length;
  }

  add(name: string, kind: SymbolKind, signature: string, line: number): void {
    const at = this.text.length;
    // Most signatures begin with the name.
    const isFirst = signature.startsWith(name);
    this.text += isFirst ? signature : name + signature;
    this.#add(at, name.length, isFirst ? at : at + name.length, signature.length, kind, line);
  }

  addPlaces(
    bytes: Buffer,
    { nameFrom, nameTo, from, to }: PlainSymbol,
    kind: SymbolKind,
    line: number,
  ): void {
    const at = this.#copy(bytes, from, to);
    const length = nameTo - nameFrom;
    let same = 0;
    while (same < length && bytes[nameFrom + same] === bytes[from + same]) same += 1;
    const nameAt = same === length ? at : this.#copy(bytes, nameFrom, nameTo);
    this.#add(~nameAt, length, ~at, to - from, kind, line);
  }

  /** Where it stands now. */
  #copy(bytes: Buffer, from: number, to: number): number {
    const start = this.plainLength;
    const end = start + to - from;
    while (end > this.plain.length) this.plain = Buffer.concat([this.plain], this.plain.length * 2);
    bytes.copy(this.plain, start, from, to);
    this.plainLength = end;
    return start;
  }

  #add(nameAt: number, name: number, at: number, length: number, kind: SymbolKind, line: number): void {
    const number = KINDS.indexOf(kind);
    this.#inOrder &&= number >= this.#kind;
    this.#kind = number;
    const rows = this.#rows;
    rows.push(nameAt);
    rows.push(name);
    rows.push(at);
    rows.push(length);
    rows.push((line << KIND_BITS) | number);
  }

  /** Functions first, then types, classes, enums and variables; within a kind as they were added. */
  copy(words: Int32Array, at: number): number {
    const rows = this.#rows;
    if (this.#inOrder) return rows.copy(words, at);
    let next = at;
    for (let kind = 0; kind < KINDS.length; kind += 1)
      for (let row = 0; row < rows.length; row += SYMBOL_WIDTH)
        if (((rows.numbers[row + SYMBOL_WIDTH - 1] as number) & KIND_MASK) === kind)
          next = rows.copy(words, next, row, row + SYMBOL_WIDTH);
    return next;
  }
}
