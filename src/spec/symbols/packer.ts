import { aligned, HEAD_WIDTH, SYMBOL_WIDTH } from './layout.ts';
import { NumberList } from './number-list.ts';
import { PackedRecord } from './packed-record.ts';
import type { ModuleRecord } from './record.ts';
import { SymbolRows } from './symbol-rows.ts';

/** What is read of one file, but for its symbols. */
type ReadModule = Omit<ModuleRecord, 'symbols'>;

/** Numbers of the head that belong to strings: the summary and the version. */
const HEAD_STRINGS = 4;
const CHUNK = 1 << 20;
/** UTF-8 takes no more than that for a character of a string. */
const WIDEST = 3;

/**
 * Puts records into a few large pieces of memory. Measured: as objects, the symbols of ten thousand modules keep the
 * texts of all files alive, and the collector copies those for longer than reading the files takes.
 */
export class Packer {
  #bytes = Buffer.alloc(0);
  #words = new Int32Array();
  #next = 0;
  /** For the symbols of the file at hand. */
  readonly symbols = new SymbolRows();
  /** Of the record at hand: its numbers after those of its symbols, and its second text. */
  readonly #numbers = new NumberList();
  #text = '';

  pack(module: ReadModule): PackedRecord {
    const { symbols } = this;
    const { use_cases, dependencies, references } = module;
    const numbers = this.#numbers;
    numbers.length = 0;
    this.#text = symbols.text;
    this.#add(module.summary);
    this.#add(module.schema_version);
    for (const id of use_cases) this.#add(id);
    for (const { path, symbols: names, line } of dependencies) {
      this.#add(path);
      numbers.push(line);
      numbers.push(names.length);
      for (const name of names) this.#add(name);
    }
    for (const { path, symbol, section, line } of references) {
      this.#add(path);
      this.#add(symbol);
      this.#add(section);
      numbers.push(line);
    }
    const count = HEAD_WIDTH - HEAD_STRINGS + symbols.length + numbers.length;
    const plain = symbols.plainLength;
    const text = this.#text;
    const start = this.#reserve(count * 4 + plain + text.length * WIDEST);
    const textAt = start + count * 4 + plain;
    if (plain > 0) symbols.plain.copy(this.#bytes, textAt - plain, 0, plain);
    const length = this.#bytes.write(text, textAt);

    const words = this.#words;
    let at = start >> 2;
    // In the order of HEAD.
    words[at++] = count;
    words[at++] = plain;
    words[at++] = length;
    words[at++] = text.length;
    words[at++] = symbols.length / SYMBOL_WIDTH;
    words[at++] = use_cases.length;
    words[at++] = dependencies.length;
    words[at++] = references.length;
    at = numbers.copy(words, at, 0, HEAD_STRINGS);
    at = symbols.copy(words, at);
    numbers.copy(words, at, HEAD_STRINGS);
    this.#next = aligned(textAt + length);
    return new PackedRecord(this.#bytes, words, start);
  }

  #add(text: string): void {
    this.#numbers.push(this.#text.length);
    this.#numbers.push(text.length);
    this.#text += text;
  }

  /** Where so many bytes may be written. */
  #reserve(length: number): number {
    if (this.#next + length > this.#bytes.length) {
      this.#bytes = Buffer.allocUnsafeSlow(Math.max(CHUNK, aligned(length)));
      this.#words = new Int32Array(this.#bytes.buffer);
      this.#next = 0;
    }
    return this.#next;
  }
}
