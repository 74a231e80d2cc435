import { folderOf } from '../references/canonical.ts';
import type { Modules } from './modules.ts';
import type { ModuleReference } from './record.ts';
import { resolver } from './resolve.ts';
import type { IndexedSymbol } from './symbol.ts';

/** The symbol index of a project, as it is printed. */
export interface SymbolIndex extends IndexOverview {
  symbols: IndexedSymbol[];
  references: IndexedReference[];
}

/** What of the index is read by people: how much there is, and what does not fit together. */
export interface IndexOverview {
  unresolved: IndexedReference[];
  summary: {
    total_modules: number;
    total_symbols: number;
    total_references: number;
    unresolved_count: number;
  };
}

export interface IndexedReference {
  from_module: string;
  from_section: string;
  line: number;
  to_anchor: string;
  to_symbol: string;
  valid: boolean;
}

export function symbolIndex(modules: Modules): SymbolIndex {
  const symbols: IndexedSymbol[] = [];
  const references: IndexedReference[] = [];
  const resolve = resolver(modules);
  const dirs = modules.dirs();
  for (const dir of dirs) {
    const record = modules.record(dir);
    if (record === undefined) continue;
    for (const symbol of record.symbols) symbols.push(symbol);
    for (const reference of record.references) {
      const { path, symbol } = reference;
      references.push(indexedReference(dir, reference, resolve(folderOf(path), symbol)));
    }
  }
  const unresolved = references.filter(({ valid }) => !valid);
  return {
    symbols,
    references,
    unresolved,
    summary: {
      total_modules: dirs.length,
      total_symbols: symbols.length,
      total_references: references.length,
      unresolved_count: unresolved.length,
    },
  };
}

/** Resolves every reference, and makes objects of those only that lead nowhere. */
export function indexOverview(modules: Modules): IndexOverview {
  const unresolved: IndexedReference[] = [];
  const resolve = resolver(modules);
  const dirs = modules.dirs();
  const leadsNowhere = (path: string, symbol: string) => !resolve(folderOf(path), symbol);
  let total_symbols = 0;
  let total_references = 0;
  for (const dir of dirs) {
    const packed = modules.packed(dir);
    if (packed === undefined) continue;
    total_symbols += packed.symbolCount;
    total_references += packed.referenceCount;
    for (const reference of packed.references(leadsNowhere))
      unresolved.push(indexedReference(dir, reference, false));
  }
  return {
    unresolved,
    summary: {
      total_modules: dirs.length,
      total_symbols,
      total_references,
      unresolved_count: unresolved.length,
    },
  };
}

export function indexedReference(
  dir: string,
  { section, line, path, symbol }: ModuleReference,
  valid: boolean,
): IndexedReference {
  return {
    from_module: dir,
    from_section: section,
    line,
    to_anchor: `${path}#${symbol}`,
    to_symbol: symbol,
    valid,
  };
}
