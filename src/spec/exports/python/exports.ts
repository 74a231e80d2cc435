import { posix } from 'node:path';
import type { FileExports, ReadSource, SourceProblem, SourceSymbol } from '../exported.ts';
import { firstError, startOf, syntaxOf } from '../grammar.ts';
import { lineFinder } from '../lines.ts';
import { isPrivate, type PythonImport, type PythonModule, readPythonModule } from './module.ts';

/** Exports of Python files: `__all__` where there is one, else every name without a leading underscore. */
export function pythonExports(files: readonly string[], read: ReadSource): FileExports {
  const problems: SourceProblem[] = [];
  const modules = new Map<string, PythonModule>();
  const flat = new Map<string, SourceSymbol[]>();

  const load = (file: string): PythonModule => {
    const known = modules.get(file);
    if (known !== undefined) return known;
    const text = (read(file) ?? '').replace(/^\uFEFF/, '');
    const line = lineFinder(text);
    const root = syntaxOf('python', text);
    const error = firstError(root);
    if (error !== undefined)
      problems.push({ file, line: line(startOf(error)), message: 'not valid Python here' });
    const module = readPythonModule(text, root, (at) => ({ file, line: line(at) }));
    modules.set(file, module);
    return module;
  };

  const exportsOf = (file: string): SourceSymbol[] => {
    const known = flat.get(file);
    if (known !== undefined) return known;
    const found: SourceSymbol[] = [];
    flat.set(file, found);
    const module = load(file);
    found.push(...(module.all === undefined ? byName(file, module) : byList(file, module, module.all)));
    return found;
  };

  const byList = (file: string, module: PythonModule, all: readonly string[]): SourceSymbol[] =>
    [...new Set(all)].flatMap((name) => {
      if (name.endsWith('.*')) {
        const source = module.imports.find((one) => one.local === name.slice(0, -2));
        const target = moduleFile(file, source ? importedPath(source) : `.${name.slice(0, -2)}`, read);
        return target === undefined ? [] : placed(file, exportsOf(target));
      }
      const found = named(file, module, name);
      // Listed but made in a way that cannot be seen (`__getattr__`, `globals()`): the list still says it is public.
      return found.length > 0 ? found : [{ name, kind: 'reexport' as const, signature: name, file, line: 1 }];
    });

  const byName = (file: string, module: PythonModule): SourceSymbol[] => {
    const own = module.symbols.filter((one) => !isPrivate(one.parent ?? one.name));
    const isPackage = /(^|\/)__init__\.pyi?$/.test(file);
    const passedOn = module.imports.flatMap((one) => {
      const relative = one.module.startsWith('.');
      if (one.local === '*') return isPackage ? named(file, module, '*', one) : [];
      if (isPrivate(one.local) || !(one.explicit || (isPackage && relative))) return [];
      return named(file, module, one.local, one);
    });
    return [...own, ...passedOn];
  };

  /** The symbol a name of this module stands for, wherever it is defined. */
  const named = (
    file: string,
    module: PythonModule,
    name: string,
    source?: PythonImport,
    busy: ReadonlySet<string> = new Set(),
  ): SourceSymbol[] => {
    // Modules may import a name from each other, and then nobody defines it.
    const here = `${file}#${name}`;
    if (busy.has(here)) return [];
    if (source === undefined) {
      const own = module.symbols.filter((one) => (one.parent ?? one.name) === name);
      if (own.length > 0) return own;
    }
    const candidates = source === undefined ? module.imports : [source];
    for (const one of candidates) {
      if (one.local !== name && one.local !== '*') continue;
      const target = moduleFile(file, one.module, read);
      if (one.local === '*') {
        const all = target === undefined ? [] : placed(file, exportsOf(target));
        const found = name === '*' ? all : all.filter((symbol) => (symbol.parent ?? symbol.name) === name);
        if (found.length > 0) return found;
        continue;
      }
      const inner =
        one.imported === undefined || target === undefined
          ? []
          : named(target, load(target), one.imported, undefined, new Set([...busy, here]));
      const real = inner.filter((symbol) => symbol.kind !== 'reexport');
      if (real.length > 0) return placed(file, renamed(real, one.imported ?? '', name), one);
      const line = lineFinder(read(file) ?? '')(one.start);
      const isModule = one.imported === undefined || moduleFile(file, importedPath(one), read) !== undefined;
      return [{ name, kind: isModule ? 'module' : 'reexport', signature: one.statement, file, line }];
    }
    const submodule = name === '*' ? undefined : moduleFile(file, `.${name}`, read);
    if (submodule !== undefined && submodule !== file)
      return [{ name, kind: 'module', signature: name, file: submodule, line: 1 }];
    return [];
  };

  const placed = (file: string, symbols: readonly SourceSymbol[], source?: PythonImport): SourceSymbol[] => {
    const folder = posix.dirname(file);
    const line = source === undefined ? 1 : lineFinder(read(file) ?? '')(source.start);
    return symbols.map((one) => (posix.dirname(one.file) === folder ? one : { ...one, file, line }));
  };

  const open = files.filter((file) => !/(^|\/)_(?!_)[^/]*$/.test(file));
  return { symbols: unique(open.flatMap((file) => exportsOf(file))).map(shown), problems };
}

/** `from . import x` means the module `.x`. */
function importedPath(one: PythonImport): string {
  if (one.imported === undefined || one.imported === '*') return one.module;
  return /^\.+$/.test(one.module) ? `${one.module}${one.imported}` : `${one.module}.${one.imported}`;
}

/** The file of a dotted module name: relative to the file, or from one of the folders above it. */
function moduleFile(from: string, name: string, read: ReadSource): string | undefined {
  const dots = /^\.*/.exec(name)?.[0].length ?? 0;
  const parts = name
    .slice(dots)
    .split('.')
    .filter((part) => part !== '');
  let folder = posix.dirname(from);
  for (let up = 1; up < dots; up += 1) folder = posix.dirname(folder);
  const found = (base: string): string | undefined =>
    [
      ...(parts.length > 0 ? [`${posix.join(base, ...parts)}.py`, `${posix.join(base, ...parts)}.pyi`] : []),
      posix.join(base, ...parts, '__init__.py'),
      posix.join(base, ...parts, '__init__.pyi'),
    ].find((path) => path !== from && read(path) !== undefined);
  if (dots > 0) return found(folder);
  if (parts.length < 2) return undefined;
  for (;;) {
    const here = found(folder);
    if (here !== undefined || folder === '.' || folder === '/' || folder === '') return here;
    folder = posix.dirname(folder);
  }
}

function renamed(symbols: readonly SourceSymbol[], from: string, to: string): SourceSymbol[] {
  if (from === to) return [...symbols];
  return symbols.map((one) =>
    one.parent === undefined ? { ...one, name: to, alias: one.name } : { ...one, parent: to },
  );
}

/** Once overloads are told apart the mark is no longer needed; the implementation behind them is not shown. */
function shown(one: SourceSymbol): SourceSymbol {
  return { ...one, signature: one.signature.replace(/^@overload /, '') };
}

function unique(symbols: readonly SourceSymbol[]): SourceSymbol[] {
  const key = (one: SourceSymbol) => `${one.file}:${one.parent ?? ''}:${one.name}`;
  const overloaded = new Set(symbols.filter((one) => one.signature.startsWith('@overload ')).map(key));
  const seen = new Set<string>();
  return symbols.filter((one) => {
    if (overloaded.has(key(one)) && !one.signature.startsWith('@overload ')) return false;
    const place = `${key(one)}:${one.line}`;
    if (seen.has(place)) return false;
    seen.add(place);
    return true;
  });
}
