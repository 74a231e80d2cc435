import type { ExportKind } from '../parse/classify.ts';

/** An exported symbol, as the index prints it. */
export interface IndexedSymbol {
  name: string;
  kind: ExportKind;
  module: string;
  signature: string;
  anchor: string;
  line: number;
}
