import { posix } from 'node:path';
import type { FileExports, ReadSource, SourceProblem, SourceSymbol } from '../exported.ts';
import { lineFinder } from '../lines.ts';
import type { Declared } from './declaration.ts';
import type { Entry } from './entry.ts';
import { EMPTY_MODULE, type Module, readModule } from './module.ts';
import { parseDeclarations } from './parse.ts';
import { resolveModule } from './resolve.ts';

interface Loaded {
  module: Module;
  line: (offset: number) => number;
}

/** Exports of TypeScript and JavaScript modules, through re-exports of relative files. */
export function typescriptExports(files: readonly string[], read: ReadSource): FileExports {
  const problems: SourceProblem[] = [];
  const loaded = new Map<string, Loaded>();

  const load = (file: string): Loaded => {
    const known = loaded.get(file);
    if (known !== undefined) return known;
    const text = (read(file) ?? '').replace(/^\uFEFF/, '');
    const line = lineFinder(text);
    let module = EMPTY_MODULE;
    // Measured: the scan costs a hundredth of the parse, and files without exports are common.
    if (text.includes('export')) {
      const { program, error } = parseDeclarations(file, text);
      if (error !== undefined) problems.push({ file, line: line(error.start), message: error.message });
      module = readModule(file, text, program);
    }
    const made = { module, line };
    loaded.set(file, made);
    return made;
  };

  const resolved = new Map<string, string | undefined>();
  const resolve = (file: string, specifier: string): string | undefined => {
    const key = `${file}\n${specifier}`;
    if (!resolved.has(key)) resolved.set(key, resolveModule(file, specifier, read));
    return resolved.get(key);
  };

  const ownSymbols = new Map<string, SourceSymbol[]>();
  const ownOf = (file: string): SourceSymbol[] => {
    const known = ownSymbols.get(file);
    if (known !== undefined) return known;
    const { module, line } = load(file);
    const own = module.entries.flatMap((entry) => symbolsOf(file, entry, module, line, new Set()));
    ownSymbols.set(file, own);
    return own;
  };

  /** Everything a module exports: its own names, then those of the modules it passes on, each module once. */
  const exportsOf = (file: string): SourceSymbol[] => {
    const found: SourceSymbol[] = [];
    const taken = new Set<string>();
    const seen = new Set([file]);
    const waiting: { target: string; withDefault: boolean; at: number }[] = [
      { target: file, withDefault: true, at: 0 },
    ];
    for (const { target, withDefault, at } of waiting) {
      const { module, line } = load(target);
      const passed = ownOf(target).filter((one) => {
        const name = one.parent ?? one.name;
        return (withDefault || name !== 'default') && !taken.has(name);
      });
      found.push(...(target === file ? passed : within(file, passed, at)));
      for (const one of passed) taken.add(one.parent ?? one.name);
      for (const entry of module.entries) {
        if (entry.type !== 'all') continue;
        const next = resolve(target, entry.from);
        if (next === undefined || seen.has(next)) continue;
        seen.add(next);
        waiting.push({
          target: next,
          withDefault: withDefault && entry.withDefault === true,
          at: target === file ? line(entry.start) : at,
        });
      }
    }
    return found;
  };

  /** What one name of a module stands for. Every module is asked once (`asked`), whoever exports whom. */
  const lookUp = (file: string, name: string, asked: Set<string>): SourceSymbol[] => {
    const here = `${file}#${name}`;
    if (asked.has(here)) return [];
    asked.add(here);
    const { module, line } = load(file);
    const own = module.entries.find((entry) => entry.type !== 'all' && entry.name === name);
    if (own !== undefined) return symbolsOf(file, own, module, line, asked);
    for (const entry of module.entries) {
      if (entry.type !== 'all' || (name === 'default' && entry.withDefault !== true)) continue;
      const target = resolve(file, entry.from);
      const found = target === undefined ? [] : lookUp(target, name, asked);
      if (found.length > 0) return within(file, found, line(entry.start));
    }
    return [];
  };

  const symbolsOf = (
    file: string,
    entry: Entry,
    module: Module,
    line: Loaded['line'],
    asked: Set<string>,
  ): SourceSymbol[] => {
    if (entry.type === 'all') return [];
    if (entry.type === 'inline') return entry.declared.flatMap((one) => placed(one, entry.name, file, line));
    if (entry.type === 'from') return fromModule(file, entry, line, asked);
    const declared = module.locals.get(entry.local);
    if (declared !== undefined) {
      const own = declared.flatMap((one) => placed(one, entry.name, file, line));
      // `export = Namespace`: its members are the module's named exports.
      return entry.statement === 'export =' ? own.map((one) => unnested(one)) : own;
    }
    const imported = module.imports.get(entry.local);
    if (imported !== undefined) return fromModule(file, { ...entry, ...imported, type: 'from' }, line, asked);
    return [reference(entry.name, entry.local, entry.statement || entry.local, file, line(entry.start))];
  };

  const fromModule = (
    file: string,
    entry: Extract<Entry, { type: 'from' }>,
    line: Loaded['line'],
    asked: Set<string>,
  ): SourceSymbol[] => {
    const at = line(entry.start);
    const signature = entry.statement || `${entry.name} from '${entry.from}'`;
    if (entry.imported === '*') return [{ name: entry.name, kind: 'module', signature, file, line: at }];
    const target = resolve(file, entry.from);
    const found = target === undefined ? [] : lookUp(target, entry.imported, asked);
    return found.length > 0
      ? within(file, renamed(found, entry.imported, entry.name), at)
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
