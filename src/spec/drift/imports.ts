import { posix } from 'node:path';
import { parseModule } from '../exports/typescript/parse.ts';
import { languageOfFile } from '../language/languages.ts';
import { BracketReader } from '../parse/symbol/brackets.ts';
import { splitTop } from '../parse/symbol/values.ts';

/** What one source file imports. */
export interface SourceImport {
  /** As written: `../auth/token.ts`, `@scope/pkg/sub`, `app.utils`, `crate::auth`. */
  text: string;
  /** The parts of its path, without dots and extensions. */
  segments: readonly string[];
  /** From the root, for relative imports. */
  path?: string;
  /** The package it comes from, where the language tells. */
  package?: string;
}

/** The imports of a source, with real parsers where a regular expression could be fooled. */
export function importsOf(file: string, text: string): SourceImport[] {
  switch (languageOfFile(file)) {
    case 'typescript':
    case 'javascript':
      return scriptImports(file, text);
    case 'python':
      return pythonImports(file, text);
    case 'go':
      return goImports(text);
    case 'rust':
      return rustImports(text);
    case 'java':
    case 'kotlin':
      return matches(withoutComments(text), /^\s*import\s+(?:static\s+)?([\w.]+)/gm).map((name) =>
        plain(name, name.split('.')),
      );
    default:
      return [];
  }
}

function plain(text: string, segments: readonly string[]): SourceImport {
  return { text, segments: segments.filter((part) => part !== '' && part !== '.' && part !== '..') };
}

function scriptImports(file: string, text: string): SourceImport[] {
  const { module } = parseModule(file, text);
  const names = new Set([
    ...module.staticImports.map((one) => one.moduleRequest.value),
    ...module.staticExports.flatMap((one) =>
      one.entries.flatMap((entry) => (entry.moduleRequest === null ? [] : [entry.moduleRequest.value])),
    ),
    ...module.dynamicImports.flatMap((one) => {
      const literal = /^['"`]([^'"`$]*)['"`]$/.exec(
        text.slice(one.moduleRequest.start, one.moduleRequest.end),
      );
      return literal?.[1] === undefined ? [] : [literal[1]];
    }),
    ...matches(text, /\brequire\(\s*['"]([^'"]+)['"]\s*\)/g),
  ]);
  return [...names].map((name) => {
    const segments = name.split('/').map((part) => part.replace(/\.[cm]?[jt]sx?$/, ''));
    if (name.startsWith('.'))
      return { ...plain(name, segments), path: posix.join(posix.dirname(file), name) };
    const parts = name.split('/');
    const owner = name.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? name);
    // `@/x` and `~/x` are other names for a folder of the project, not packages.
    const isAlias = /^(?:@\/|~|#)/.test(name);
    return { ...plain(name, segments), ...(isAlias ? {} : { package: owner }) };
  });
}

function pythonImports(file: string, text: string): SourceImport[] {
  const bare = text.replace(/"""[\s\S]*?"""|'''[\s\S]*?'''|#[^\n]*/g, '');
  const plainly = matches(bare, /^\s*import\s+([\w., \t]+)/gm).flatMap((list) =>
    list.split(',').map((one) => pythonImport(file, firstWord(one), [])),
  );
  const named = [...bare.matchAll(/^\s*from\s+(\.*[\w.]*)\s+import\s+(\([^)]*\)|[^\n;]+)/gm)];
  return [
    ...plainly,
    ...named.flatMap(([, module = '', list = '']) => {
      const names = list
        .replace(/[()\\]/g, ' ')
        .split(',')
        .map(firstWord)
        .filter(Boolean);
      // `from .. import users`: each name is a module of its own.
      return /^\.+$/.test(module)
        ? names.map((name) => pythonImport(file, name === '*' ? module : module + name, []))
        : [pythonImport(file, module, names)];
    }),
  ];
}

function firstWord(text: string): string {
  return text.trim().split(/\s+/)[0] ?? '';
}

/** `names`: what is taken from it, which may be modules too. */
function pythonImport(file: string, name: string, names: readonly string[]): SourceImport {
  const dots = /^\.*/.exec(name)?.[0].length ?? 0;
  const segments = name.slice(dots).split('.');
  if (dots === 0) return { ...plain(name, [...segments, ...names]), package: segments[0] ?? name };
  const up = '../'.repeat(dots - 1);
  return {
    ...plain(name, [...segments, ...names]),
    path: posix.join(posix.dirname(file), up, ...segments),
  };
}

function goImports(text: string): SourceImport[] {
  const bare = withoutComments(text);
  const blocks = matches(bare, /^\s*import\s*\(([^)]*)\)/gm).flatMap((block) => matches(block, /"([^"]+)"/g));
  const single = matches(bare, /^\s*import\s+(?:[\w.]+\s+)?"([^"]+)"/gm);
  return [...blocks, ...single].map((name) => {
    const segments = name.split('/');
    return { ...plain(name, segments), ...((segments[0] ?? '').includes('.') ? { package: name } : {}) };
  });
}

const USE = /\buse\s+([^;]+);/g;

/** Paths that are used without `use` count as well. */
function rustImports(text: string): SourceImport[] {
  const bare = withoutComments(text);
  const used = matches(bare, USE).flatMap((tree) => usedPaths(tree.replace(/\s+as\s+\w+|\s+/g, ''), 0));
  const inline = matches(bare.replace(USE, ''), /(?<![\w:])([a-z_]\w*(?:::\w+)+)/g);
  const crates = matches(bare, /\bextern\s+crate\s+(\w+)/g);
  return [...new Set([...used, ...inline, ...crates])].map((name) => {
    const segments = name.split('::').filter((part) => part !== '');
    const own = ['crate', 'self', 'super', 'std', 'core', 'alloc'].includes(segments[0] ?? '');
    return { ...plain(name, segments), ...(own ? {} : { package: segments[0] ?? name }) };
  });
}

/** Nobody nests deeper by hand. */
const DEEPEST = 16;

/** `a::{b,c::d}` → `a::b`, `a::c::d`. */
function usedPaths(tree: string, depth: number): string[] {
  const open = tree.indexOf('{');
  if (open === -1 || depth > DEEPEST) return [/^(?:::)?([\w:]*)/.exec(tree)?.[1] ?? ''];
  const end = new BracketReader(tree).group(open);
  const inside = tree.slice(open + 1, end === -1 ? tree.length : end - 1);
  return splitTop(inside, ',').flatMap((one) => usedPaths(tree.slice(0, open) + one, depth + 1));
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((found) => found[1] ?? '');
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:"'])\/\/[^\n]*/g, '$1');
}
