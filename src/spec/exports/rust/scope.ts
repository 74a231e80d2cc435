import type { ExportKind, SourceSymbol } from '../exported.ts';
import { childOf, kindOf, startOf, type Syntax } from '../grammar.ts';
import { withPlainValue } from '../plain-value.ts';
import { readUse, type Use } from './use-tree.ts';

/** A module's public items, the modules written inside it, and what it passes on. */
export interface Scope {
  symbols: SourceSymbol[];
  inline: Map<string, { scope: Scope; isPublic: boolean }>;
  uses: Use[];
  /** Every type defined here, public or not. */
  types: Map<string, boolean>;
}

const KINDS: Readonly<Record<string, ExportKind>> = {
  function_item: 'function',
  function_signature_item: 'function',
  struct_item: 'struct',
  union_item: 'struct',
  enum_item: 'enum',
  trait_item: 'trait',
  type_item: 'type',
  const_item: 'variable',
  static_item: 'variable',
  mod_item: 'module',
};

type Place = (offset: number) => { file: string; line: number };

export function readScope(text: string, nodes: readonly Syntax[], place: Place): Scope {
  const scope: Scope = { symbols: [], inline: new Map(), uses: [], types: new Map() };
  let attributes = '';
  for (const node of nodes) {
    const kind = kindOf(node);
    if (kind === 'attribute_item') {
      attributes += node.text();
      continue;
    }
    if (kind.endsWith('comment')) continue;
    if (!/cfg\s*\(\s*(all\s*\(\s*)?test\b/.test(attributes))
      readItem(text, node, kind, attributes, scope, place);
    attributes = '';
  }
  return scope;
}

function readItem(
  text: string,
  node: Syntax,
  kind: string,
  attributes: string,
  scope: Scope,
  place: Place,
): void {
  const name = node.field('name')?.text() ?? '';
  if (kind === 'macro_definition') {
    if (attributes.includes('macro_export'))
      scope.symbols.push({ name, kind: 'macro', signature: `macro_rules! ${name}`, ...place(startOf(node)) });
    return;
  }
  if (kind === 'impl_item') {
    readImpl(text, node, scope, place);
    return;
  }
  if (kind === 'foreign_mod_item') {
    for (const item of childOf(node, 'declaration_list')?.children() ?? [])
      readItem(text, item, kindOf(item), '', scope, place);
    return;
  }
  if (kind === 'use_declaration') {
    if (isPub(node)) scope.uses.push(...readUse(node));
    return;
  }
  const made = KINDS[kind];
  if (made === undefined) return;
  if (made === 'struct' || made === 'enum' || made === 'trait' || made === 'type')
    scope.types.set(name, isPub(node));
  if (made === 'module') {
    const list = childOf(node, 'declaration_list');
    if (list !== undefined)
      scope.inline.set(name, { scope: readScope(text, list.children(), place), isPublic: isPub(node) });
  }
  if (!isPub(node)) return;
  scope.symbols.push({ name, kind: made, signature: signature(text, node, made), ...place(startOf(node)) });
  if (made === 'trait') readMembers(text, childOf(node, 'declaration_list'), name, () => true, scope, place);
}

/** Methods and constants of a type's own impl blocks. Those of a trait's are the trait's. */
function readImpl(text: string, node: Syntax, scope: Scope, place: Place): void {
  if (node.field('trait') !== null) return;
  const type = node.field('type')?.text() ?? '';
  const name = /^(?:[\w]+::)*(\w+)/.exec(type)?.[1];
  if (name !== undefined) readMembers(text, childOf(node, 'declaration_list'), name, isPub, scope, place);
}

function readMembers(
  text: string,
  list: Syntax | undefined,
  parent: string,
  wanted: (node: Syntax) => boolean,
  scope: Scope,
  place: Place,
): void {
  for (const item of list?.children() ?? []) {
    const kind = kindOf(item);
    const made = KINDS[kind] === 'function' ? 'method' : kind === 'const_item' ? 'variable' : undefined;
    if (made === undefined || !wanted(item)) continue;
    scope.symbols.push({
      name: item.field('name')?.text() ?? '',
      kind: made,
      parent,
      signature: signature(text, item, made),
      ...place(startOf(item)),
    });
  }
}

/** `pub` alone: `pub(crate)` and its like are not for others. */
function isPub(node: Syntax): boolean {
  return childOf(node, 'visibility_modifier')?.text() === 'pub';
}

function signature(text: string, node: Syntax, kind: ExportKind): string {
  const start = startOf(node);
  const end = node.range().end.index;
  const body = node.field('body');
  if (kind === 'variable') {
    const value = node.field('value');
    const before = text.slice(start, value === null ? end : startOf(value)).replace(/[=;\s]+$/, '');
    return withPlainValue(before, value?.text());
  }
  const cut =
    body !== null && (kind === 'function' || kind === 'method' || kind === 'trait' || kind === 'module');
  return text.slice(start, cut ? startOf(body) : end).replace(/[;\s]+$/, '');
}
