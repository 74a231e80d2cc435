import type { ParsedSpec } from '../parse/parse.ts';
import { canonicalPath } from '../references/canonical.ts';
import { exportedSymbols, type ExportedSymbol } from './exported.ts';

/** What the rest of the project needs to know of one module: small enough to be remembered for all of them. */
export interface ModuleRecord {
  summary: string;
  schema_version: string;
  symbols: ExportedSymbol[];
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

export function moduleRecord(dir: string, { spec, references }: ParsedSpec): ModuleRecord {
  return {
    summary: spec.summary,
    schema_version: spec.schema_version,
    symbols: exportedSymbols(spec),
    use_cases: spec.use_cases.map(({ id }) => id),
    dependencies: spec.dependencies.internal.map(({ path, symbols, line }) => ({
      path: canonicalPath(dir, path),
      symbols,
      line,
    })),
    references: references.map(({ section, line, path, symbol }) => ({
      section,
      line,
      path: canonicalPath(dir, path),
      symbol,
    })),
  };
}
