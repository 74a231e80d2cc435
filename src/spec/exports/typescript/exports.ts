import { posix } from 'node:path';
import type { FileExports, ReadSource, SourceProblem, SourceSymbol } from '../exported.ts';
import { lineFinder } from '../lines.ts';
import type { Declared } from './declaration.ts';
import type { Entry } from './entry.ts';
import { EMPTY_MODULE, type Module, readModule } from './module.ts';
import { parseProgram } from './parse.ts';
import { resolveModule } from './resolve.ts';

interface Loaded {
  module: Module;
  line: (offset: number) => number;
}

/** Exports of TypeScript and JavaScript modules, through re-exports of relative files. */
export function typescriptExports(files: readonly string[], read: ReadSource): FileExports {
  const problems: SourceProblem[] = [];
  const loaded = new Map<string, Loaded>();
  const flat = new Map<string, SourceSymbol[]>();

  const load = (file: string): Loaded => {
    const known = loaded.get(file);
    if (known !== undefined) return known;
    const text = (read(file) ?? '').replace(/^\uFEFF/, '');
    const line = lineFinder(text);
    let module = EMPTY_MODULE;
    // Measured: the scan costs a hundredth of the parse, and files without exports are common.
    if (text.includes('export')) {
      const { program, error } = parseProgram(file, text);
      if (error !== undefined) problems.push({ file, line: line(error.start), message: error.message });
      module = readModule(file, text, program);
    }
    const made = { module, line };
    loaded.set(file, made);
    return made;
  };

  const exportsOf = (file: string): SourceSymbol[] => {
    const known = flat.get(file);
    if (known !== undefined) return known;
    const found: SourceSymbol[] = [];
    // Set before it is full: modules that export each other end here.
    flat.set(file, found);
    const { module, line } = load(file);
    for (const entry of module.entries) found.push(...symbolsOf(file, entry, module, line));
    return found;
  };

  const symbolsOf = (file: string, entry: Entry, module: Module, line: Loaded['line']): SourceSymbol[] => {
    switch (entry.type) {
      case 'inline':
        return entry.declared.flatMap((one) => placed(one, entry.name, file, line));
      case 'local': {
        const declared = module.locals.get(entry.local);
        if (declared !== undefined) {
          const own = declared.flatMap((one) => placed(one, entry.name, file, line));
          // `export = Namespace`: its members are the module's named exports.
          return entry.statement === 'export =' ? own.map((one) => unnested(one)) : own;
        }
        const imported = module.imports.get(entry.local);
        if (imported === undefined)
          return [
            reference(entry.name, entry.local, entry.statement || entry.local, file, line(entry.start)),
          ];
        return fromModule(file, { ...entry, ...imported, type: 'from' }, line);
      }
      case 'from':
        return fromModule(file, entry, line);
      case 'all':
        return allOf(file, entry, module, line);
      default:
        return [];
    }
  };

  const allOf = (
    file: string,
    entry: Extract<Entry, { type: 'all' }>,
    module: Module,
    line: Loaded['line'],
  ): SourceSymbol[] => {
    const target = resolveModule(file, entry.from, read);
    if (target === undefined || target === file) return [];
    const own = new Set(module.entries.flatMap((one) => (one.type === 'all' ? [] : [one.name])));
    const passedOn = exportsOf(target).filter((one) => {
      const name = one.parent ?? one.name;
      return (name !== 'default' || entry.withDefault === true) && !own.has(name);
    });
    return within(file, passedOn, line(entry.start));
  };

  const fromModule = (
    file: string,
    entry: Extract<Entry, { type: 'from' }>,
    line: Loaded['line'],
  ): SourceSymbol[] => {
    const at = line(entry.start);
    const signature = entry.statement || `${entry.name} from '${entry.from}'`;
    const target = resolveModule(file, entry.from, read);
    if (entry.imported === '*') return [{ name: entry.name, kind: 'module', signature, file, line: at }];
    const found =
      target === undefined || target === file ? [] : renamed(exportsOf(target), entry.imported, entry.name);
    return found.length > 0
      ? within(file, found, at)
      : [reference(entry.name, entry.imported, signature, file, at)];
  };

  const symbols = files.flatMap((file) => exportsOf(file));
  return { symbols: unique(symbols), problems };
}

/** Symbols of other folders are told at the place that re-exports them. */
function within(file: string, symbols: readonly SourceSymbol[], line: number): SourceSymbol[] {
  const folder = posix.dirname(file);
  return symbols.map((one) => (posix.dirname(one.file) === folder ? one : { ...one, file, line }));
}

/** One export of a module under the name it is passed on by, with its methods. */
function renamed(symbols: readonly SourceSymbol[], from: string, to: string): SourceSymbol[] {
  return symbols.flatMap((one) => {
    if (one.parent === undefined && one.name === from)
      return [{ ...one, name: to, ...(to === from ? {} : { alias: one.alias ?? one.name }) }];
    return one.parent === from ? [{ ...one, parent: to }] : [];
  });
}

function placed(
  one: Declared,
  name: string,
  file: string,
  line: Loaded['line'],
  parent?: string,
): SourceSymbol[] {
  const own: SourceSymbol = {
    name,
    kind: one.kind,
    ...(parent === undefined ? {} : { parent }),
    signature: one.signature,
    file,
    line: line(one.start),
    ...(one.name === name ? {} : { alias: one.name }),
    ...(one.constructs === undefined ? {} : { constructs: one.constructs }),
  };
  const members = (one.members ?? []).map((member): SourceSymbol => ({
    name: member.name,
    kind: 'method',
    parent: name,
    signature: member.signature,
    file,
    line: line(member.start),
  }));
  const inner = (one.inner ?? []).flatMap((child) => placed(child, child.name, file, line, name));
  return [own, ...members, ...inner];
}

function unnested(one: SourceSymbol): SourceSymbol {
  if (one.parent !== 'default' || one.kind === 'method') return one;
  const { parent: _, ...rest } = one;
  return rest;
}

function reference(name: string, local: string, signature: string, file: string, line: number): SourceSymbol {
  return {
    name,
    kind: 'reexport',
    signature,
    file,
    line,
    ...(local === name ? {} : { alias: local }),
  };
}

/** A symbol and its re-export within the folder are one. */
function unique(symbols: readonly SourceSymbol[]): SourceSymbol[] {
  const seen = new Set<string>();
  return symbols.filter((one) => {
    const key = `${one.file}:${one.line}:${one.parent ?? ''}:${one.name}:${one.signature}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
