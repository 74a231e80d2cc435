import type { ExportKind } from '../parse/classify.ts';
import type { PlainSymbol, SymbolPlaces } from '../parse/plain-symbol.ts';
import { KIND_BITS, KIND_MASK, KINDS, SYMBOL_WIDTH } from './layout.ts';

/** The symbols of a module as rows of numbers, while its file is read. */
export class SymbolRows implements SymbolPlaces {
  /** Strings that do not stand in the file as they are. */
  text = '';
  /** The piece of the file in which the others stand. */
  pieceFrom = Infinity;
  pieceTo = 0;
  #numbers: number[] = [];
  /** Of the last one, and whether all came in the order of their kinds. */
  #kind = 0;
  #inOrder = true;

  get count(): number {
    return this.#numbers.length / SYMBOL_WIDTH;
  }

  add(name: string, kind: ExportKind, signature: string, line: number): void {
    const at = this.text.length;
    // Most signatures begin with the name.
    const isFirst = signature.startsWith(name);
    this.text += isFirst ? signature : name + signature;
    this.#numbers.push(at, name.length, isFirst ? at : at + name.length, signature.length);
    this.#end(kind, line);
  }

  /** Later ones stand later in the file. */
  addPlaces({ nameFrom, nameTo, from, to }: PlainSymbol, kind: ExportKind, line: number): void {
    if (this.pieceTo === 0) this.pieceFrom = Math.min(nameFrom, from);
    this.pieceTo = to;
    this.#numbers.push(~(nameFrom - this.pieceFrom), nameTo - nameFrom, ~(from - this.pieceFrom), to - from);
    this.#end(kind, line);
  }

  #end(kind: ExportKind, line: number): void {
    const number = KINDS.indexOf(kind);
    this.#inOrder &&= number >= this.#kind;
    this.#kind = number;
    this.#numbers.push((line << KIND_BITS) | number);
  }

  /** Functions first, then types, classes, enums and variables; within a kind as they were added. */
  numbers(): readonly number[] {
    if (this.#inOrder) return this.#numbers;
    const sorted: number[] = [];
    for (let kind = 0; kind < KINDS.length; kind += 1)
      for (let row = 0; row < this.#numbers.length; row += SYMBOL_WIDTH)
        if (((this.#numbers[row + SYMBOL_WIDTH - 1] as number) & KIND_MASK) === kind)
          for (let at = row; at < row + SYMBOL_WIDTH; at += 1) sorted.push(this.#numbers[at] as number);
    return sorted;
  }
}
