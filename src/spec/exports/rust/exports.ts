import { posix } from 'node:path';
import type { FileExports, ReadSource, SourceProblem, SourceSymbol } from '../exported.ts';
import { childrenOf, firstError, startOf, syntaxOf } from '../grammar.ts';
import { lineFinder } from '../lines.ts';
import { readScope, type Scope } from './scope.ts';
import type { Use } from './use-tree.ts';

const EMPTY: Scope = { symbols: [], inline: new Map(), uses: [], types: new Map() };

/** Exports of Rust files: `pub` items, through `pub use` of modules that can be found. */
export function rustExports(files: readonly string[], read: ReadSource): FileExports {
  const problems: SourceProblem[] = [];
  const scopes = new Map<string, Scope>();
  const scopeOf = (file: string): Scope => {
    const known = scopes.get(file);
    if (known !== undefined) return known;
    const text = (read(file) ?? '').replace(/^\uFEFF/, '');
    const line = lineFinder(text);
    const root = syntaxOf('rust', text);
    const error = firstError(root);
    if (error !== undefined)
      problems.push({ file, line: line(startOf(error)), message: 'not valid Rust here' });
    const scope = readScope(text, childrenOf(root), (at) => ({ file, line: line(at) }));
    scopes.set(file, scope);
    return scope;
  };

  /** The public symbols of a scope, with those of its public inline modules below them. */
  const publicOf = (file: string, scope: Scope, busy: ReadonlySet<Scope>): SourceSymbol[] => {
    if (busy.has(scope)) return [];
    const now = new Set([...busy, scope]);
    const own = scope.symbols.filter(
      (one) => one.parent === undefined || scope.types.get(one.parent) !== false,
    );
    const inner = [...scope.inline].flatMap(([name, { scope: child, isPublic }]) =>
      isPublic ? publicOf(file, child, now).map((one) => ({ parent: name, ...one })) : [],
    );
    return [...own, ...inner, ...scope.uses.flatMap((use) => used(file, scope, use, now))];
  };

  const used = (file: string, scope: Scope, use: Use, busy: ReadonlySet<Scope>): SourceSymbol[] => {
    const glob = use.name === '*';
    const target = moduleAt(file, scope, glob ? use.path : use.path.slice(0, -1));
    const from = use.path.at(-1) ?? '';
    const found = target === undefined ? [] : publicOf(target.file, target.scope, busy);
    if (glob && target !== undefined) return found;
    const named = found.flatMap((one): SourceSymbol[] => {
      if (one.parent === undefined && one.name === from)
        return [{ ...one, name: use.name, ...(use.name === from ? {} : { alias: from }) }];
      return one.parent === from ? [{ ...one, parent: use.name }] : [];
    });
    if (named.length > 0) return named;
    // Of a crate or module that is not here: as written.
    const line = lineFinder(read(file) ?? '')(use.start);
    return [{ name: use.name, kind: 'reexport', signature: use.signature, file, line }];
  };

  const moduleAt = (
    file: string,
    scope: Scope,
    path: readonly string[],
  ): { file: string; scope: Scope } | undefined => {
    let at: { file: string; scope: Scope } = { file, scope };
    for (const segment of path) {
      if (segment === 'self') continue;
      const inline = at.scope.inline.get(segment);
      if (inline !== undefined) {
        at = { file: at.file, scope: inline.scope };
        continue;
      }
      const next = moduleFile(at.file, segment, read);
      if (next === undefined) return undefined;
      at = { file: next, scope: scopeOf(next) };
    }
    return at;
  };

  const all = files.flatMap((file) => publicOf(file, scopeOf(file) ?? EMPTY, new Set()));
  const hidden = new Set(files.flatMap((file) => privateTypes(scopeOf(file))));
  const shown = new Set(all.flatMap((one) => (one.parent === undefined ? [one.name] : [])));
  // A private type may be defined in one file and implemented in another.
  const symbols = all.filter(
    (one) => one.parent === undefined || shown.has(one.parent) || !hidden.has(one.parent),
  );
  return { symbols: unique(symbols), problems };
}

function privateTypes(scope: Scope): string[] {
  return [...scope.types].flatMap(([name, isPublic]) => (isPublic ? [] : [name]));
}

/** The file of a module named in another: `a` in lib.rs is a.rs or a/mod.rs; in b.rs it is b/a.rs. */
function moduleFile(from: string, segment: string, read: ReadSource): string | undefined {
  const folder = posix.dirname(from);
  const stem = posix.basename(from, '.rs');
  const isRoot = stem === 'lib' || stem === 'main' || stem === 'mod';
  if (segment === 'crate') return crateRoot(folder, read);
  if (segment === 'super') {
    const above = isRoot ? posix.dirname(folder) : folder;
    const candidates = ['mod.rs', 'lib.rs', 'main.rs'].map((name) => posix.join(above, name));
    return [...candidates, `${above}.rs`].find((path) => path !== from && read(path) !== undefined);
  }
  const base = isRoot ? folder : posix.join(folder, stem);
  return [posix.join(base, `${segment}.rs`), posix.join(base, segment, 'mod.rs')].find(
    (path) => read(path) !== undefined,
  );
}

function crateRoot(folder: string, read: ReadSource): string | undefined {
  for (let at = folder; ; at = posix.dirname(at)) {
    const found = ['lib.rs', 'main.rs']
      .map((name) => posix.join(at, name))
      .find((path) => read(path) !== undefined);
    if (found !== undefined || at === '.' || at === '/' || at === '') return found;
  }
}

/** An item and its `pub use` within the folder are one. */
function unique(symbols: readonly SourceSymbol[]): SourceSymbol[] {
  const seen = new Set<string>();
  return symbols.filter((one) => {
    const key = `${one.file}:${one.line}:${one.parent ?? ''}:${one.name}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
