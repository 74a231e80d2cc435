import type { SymbolKind } from '../parse/symbol/classify.ts';

/**
 * A packed record: a head of numbers, rows of numbers for its parts, then two texts, then padding up to a multiple
 * of four bytes.
 *
 * The first text is ASCII, copied from the file byte by byte. The second one holds all other strings. A string is two numbers: where it begins and how many characters it has. Below zero it
 * begins in the first text, at byte `~number`; otherwise in the second, at that character.
 */
export const HEAD = {
  /** How many numbers stand before the texts. */
  numbers: 0,
  /** The first text's length in bytes. */
  plain: 1,
  /** The second text's length in bytes (UTF-8), and in characters: the same when it is ASCII. */
  bytes: 2,
  chars: 3,
  symbols: 4,
  useCases: 5,
  dependencies: 6,
  references: 7,
  /** Strings: two numbers each. */
  summary: 8,
  version: 10,
} as const;

export const HEAD_WIDTH = 12;
/** Its name, its signature, its line and kind. Symbols are the first rows. */
export const SYMBOL_WIDTH = 5;
/** Its path, its symbol, its section, its line. References are the last rows. */
export const REFERENCE_WIDTH = 7;

/** A symbol's line and kind are one number; symbols stand in this order of their kinds. */
export const KINDS: readonly SymbolKind[] = ['function', 'type', 'class', 'enum', 'variable'];
export const KIND_BITS = 3;
export const KIND_MASK = (1 << KIND_BITS) - 1;

/** Numbers are four bytes, and stand at multiples of that. */
export function aligned(bytes: number): number {
  return (bytes + 3) & ~3;
}
