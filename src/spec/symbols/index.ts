import { folderOf } from '../references/canonical.ts';
import type { ModuleRecord, ModuleReference } from './record.ts';
import type { IndexedSymbol } from './symbol.ts';

/** The symbol index of a project, as it is printed. */
export interface SymbolIndex {
  symbols: IndexedSymbol[];
  references: IndexedReference[];
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

/** Where modules are looked up by their folder. */
export interface Modules {
  dirs(): readonly string[];
  record(dir: string): ModuleRecord | undefined;
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
    for (const reference of record.references) references.push(indexedReference(dir, reference, resolve));
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

export function indexedReference(
  dir: string,
  { section, line, path, symbol }: ModuleReference,
  resolve: Resolve,
): IndexedReference {
  return {
    from_module: dir,
    from_section: section,
    line,
    to_anchor: `${path}#${symbol}`,
    to_symbol: symbol,
    valid: resolve(folderOf(path), symbol),
  };
}

/** Whether a module has an exported symbol, or a use case, of that name. */
export type Resolve = (dir: string, symbol: string) => boolean;

/** Below this many, comparing names one by one costs less than a set of them. */
const FEW = 64;

export function resolver(modules: Modules): Resolve {
  const known = new Map<string, ReadonlySet<string>>();
  return (dir, symbol) => {
    const names = known.get(dir);
    if (names !== undefined) return names.has(symbol);
    const record = modules.record(dir);
    if (record === undefined) return false;
    if (record.symbols.length + record.use_cases.length <= FEW)
      return exportsName(record, symbol) || record.use_cases.includes(symbol);
    const all = new Set([...record.symbols.map(({ name }) => name), ...record.use_cases]);
    known.set(dir, all);
    return all.has(symbol);
  };
}

/** Lengths first: measured, that halves the time. */
function exportsName({ symbols }: ModuleRecord, name: string): boolean {
  for (let at = 0; at < symbols.length; at += 1) {
    const other = (symbols[at] as IndexedSymbol).name;
    if (other.length === name.length && other === name) return true;
  }
  return false;
}
