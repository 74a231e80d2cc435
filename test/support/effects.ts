import { isBuiltin } from 'node:module';
import { parseSync, type Node } from 'oxc-parser';
import { EFFECT_PACKAGES, FREE_MODULES, FREE_PROCESS_FACTS } from './door-list.ts';
import { childrenOf, globalUses, memberOf, textOf, type GlobalUse } from './global-names.ts';

/** What a file touches by itself: `node:fs`, `fetch`, `process.kill`, `Date.now` … */
export interface Effect {
  what: string;
  /** An import of types touches nothing. */
  onlyType: boolean;
}

export function effectsOf(path: string, text: string): Effect[] {
  const found = new Map<string, boolean>();
  const add = (what: string, onlyType = false) => found.set(what, (found.get(what) ?? true) && onlyType);
  for (const use of globalUses(path, text)) {
    const what = globalEffect(use);
    if (what !== undefined) add(what);
  }
  for (const { name, onlyType } of importsIn(parseSync(path, text).program)) {
    const what = importEffect(name);
    if (what !== undefined) add(what, onlyType);
  }
  return [...found].map(([what, onlyType]) => ({ what, onlyType }));
}

function importEffect(name: string | undefined): string | undefined {
  if (name === undefined) return 'import of a computed name';
  if (isBuiltin(name)) {
    const full = name.startsWith('node:') ? name : `node:${name}`;
    return FREE_MODULES.has(full.replace(/^(node:path)\/(posix|win32)$/, '$1')) ? undefined : full;
  }
  return EFFECT_PACKAGES.test(name) ? name : undefined;
}

interface Imported {
  /** Undefined when it is not written out. */
  name: string | undefined;
  onlyType: boolean;
}

/** Static, re-exported, dynamic, and the types of `import('…')`. */
function importsIn(node: Node): Imported[] {
  const here: Imported[] = [];
  if (node.type === 'ImportDeclaration') {
    const all = node.specifiers.length > 0 && node.specifiers.every(isTypeSpecifier);
    here.push({ name: node.source.value, onlyType: node.importKind === 'type' || all });
  } else if (node.type === 'ExportAllDeclaration')
    here.push({ name: node.source.value, onlyType: node.exportKind === 'type' });
  else if (node.type === 'ExportNamedDeclaration' && node.source !== null)
    here.push({ name: node.source.value, onlyType: node.exportKind === 'type' });
  else if (node.type === 'ImportExpression') here.push({ name: textOf(node.source), onlyType: false });
  else if (node.type === 'TSImportType') here.push({ name: textOf(node.source), onlyType: true });
  else if (node.type === 'TSImportEqualsDeclaration') here.push({ name: undefined, onlyType: false });
  return [...here, ...childrenOf(node).flatMap(importsIn)];
}

function isTypeSpecifier(specifier: Node): boolean {
  return specifier.type === 'ImportSpecifier' && specifier.importKind === 'type';
}

const ALWAYS = new Set([
  'BroadcastChannel',
  'EventSource',
  'Function',
  'MessageChannel',
  'WebSocket',
  'XMLHttpRequest',
  '__dirname',
  '__filename',
  'clearImmediate',
  'console',
  'crypto',
  'eval',
  'fetch',
  'global',
  'globalThis',
  'localStorage',
  'module',
  'navigator',
  'performance',
  'process',
  'queueMicrotask',
  'require',
  'sessionStorage',
  'setImmediate',
  'setInterval',
  'setTimeout',
]);

/** Objects of which only some members touch anything. Used in any other way they are an alias, and count as all of it. */
const PARTLY: Readonly<Record<string, (member: string) => boolean>> = {
  AbortSignal: (member) => member === 'timeout',
  Atomics: (member) => member === 'wait' || member === 'waitAsync',
  Date: (member) => member !== 'parse' && member !== 'UTC',
  Math: (member) => member === 'random',
};

function globalEffect(use: GlobalUse): string | undefined {
  const { name, member } = use;
  const full = member === undefined ? name : `${name}.${member}`;
  if (use.inInstanceof === true) return undefined;
  if (name === 'process') return member !== undefined && FREE_PROCESS_FACTS.has(member) ? undefined : full;
  if (ALWAYS.has(name)) return full;
  if (!Object.hasOwn(PARTLY, name)) return undefined;
  if (name === 'Date' && (use.newArguments ?? 0) > 0) return undefined;
  return member === undefined || PARTLY[name]?.(member) === true ? full : undefined;
}

/** `host.git` in any spelling: a member, taken apart, or a parameter of type `Host` taken apart. */
export function usesHostGit(path: string, text: string): boolean {
  const look = (node: Node): boolean => {
    if (node.type === 'MemberExpression' && memberOf(node) === 'git' && isHost(node.object)) return true;
    if (node.type === 'VariableDeclarator' && node.init !== null && isHost(node.init) && takesGit(node.id))
      return true;
    if (node.type === 'ObjectPattern' && takesGit(node) && /:\s*(Pick<)?Host\b/.test(sourceOf(node, text)))
      return true;
    if (node.type === 'Property' && node.value.type === 'ObjectPattern' && takesGit(node.value))
      return node.key.type === 'Identifier' && node.key.name === 'host';
    return childrenOf(node).some(look);
  };
  return look(parseSync(path, text).program);
}

function isHost(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'host';
  return memberOf(node) === 'host';
}

function takesGit(pattern: Node): boolean {
  return (
    pattern.type === 'ObjectPattern' &&
    pattern.properties.some(
      (one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === 'git',
    )
  );
}

function sourceOf(node: Node, text: string): string {
  return text.slice(node.start, node.end);
}
