import type { SymbolKind } from '../parse/symbol/classify.ts';

/** An exported symbol, as the index prints it. */
export interface IndexedSymbol {
  name: string;
  kind: SymbolKind;
  module: string;
  signature: string;
  anchor: string;
  line: number;
}
