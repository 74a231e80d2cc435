import type { IndexedSymbol } from './symbol.ts';

/** What the rest of the project needs to know of one module: small enough to be remembered for all of them. */
export interface ModuleRecord {
  summary: string;
  schema_version: string;
  /** Functions first, then types, classes, enums and variables. */
  symbols: IndexedSymbol[];
  use_cases: string[];
  dependencies: { path: string; symbols: string[]; line: number }[];
  references: ModuleReference[];
}

export interface ModuleReference {
  section: string;
  line: number;
  /** Canonical: relative to the root. */
  path: string;
  symbol: string;
}
