import type { ExportKind, FileExports, ReadSource, SourceProblem, SourceSymbol } from '../exported.ts';
import { childOf, childrenOf, firstError, kindOf, startOf, type Syntax } from '../grammar.ts';
import { lineFinder } from '../lines.ts';
import { withPlainValue } from '../plain-value.ts';
import { kotlinSyntax } from './syntax.ts';

/** Exports of Kotlin files: everything that is not private, internal or protected. */
export function kotlinExports(files: readonly string[], read: ReadSource): FileExports {
  const problems: SourceProblem[] = [];
  const symbols: SourceSymbol[] = [];
  for (const file of files) {
    const text = (read(file) ?? '').replace(/^\uFEFF/, '');
    const line = lineFinder(text);
    const root = kotlinSyntax(text);
    const error = firstError(root);
    if (error !== undefined)
      problems.push({ file, line: line(startOf(error)), message: 'not valid Kotlin here' });
    const reader = { text, symbols, place: (at: number) => ({ file, line: line(at) }) };
    for (const node of childrenOf(root)) readDeclaration(reader, node, undefined);
  }
  return { symbols, problems };
}

interface Reader {
  text: string;
  symbols: SourceSymbol[];
  place: (offset: number) => { file: string; line: number };
}

interface Owner {
  name: string;
  /** In objects and companions values can be used without an instance. */
  isObject: boolean;
}

function readDeclaration(reader: Reader, node: Syntax, owner: Owner | undefined): void {
  if (isHidden(node)) return;
  const { text, symbols, place } = reader;
  const start = afterAnnotations(text, node);
  const parent = owner === undefined ? {} : { parent: owner.name };
  switch (kindOf(node)) {
    case 'class_declaration':
    case 'object_declaration': {
      const name = nameIn(node, 'type_identifier');
      const body = childOf(node, 'class_body', 'enum_class_body');
      const head = text.slice(start, body === undefined ? node.range().end.index : startOf(body)).trim();
      const constructs = constructorsOf(text, node, body);
      symbols.push({
        name,
        kind: classKind(node),
        ...parent,
        signature: head,
        ...place(start),
        ...(constructs.length === 0 ? {} : { constructs }),
      });
      readBody(reader, body, { name, isObject: kindOf(node) === 'object_declaration' });
      break;
    }
    case 'companion_object':
      if (owner !== undefined) readBody(reader, childOf(node, 'class_body'), { ...owner, isObject: true });
      break;
    case 'function_declaration': {
      const name = nameIn(node, 'simple_identifier');
      const body = childOf(node, 'function_body');
      const signature = text.slice(start, body === undefined ? node.range().end.index : startOf(body)).trim();
      symbols.push({
        name,
        kind: owner === undefined ? 'function' : 'method',
        ...parent,
        signature,
        ...place(start),
      });
      break;
    }
    case 'property_declaration':
      if (owner === undefined || owner.isObject) readProperty(reader, node, start, parent);
      break;
    case 'type_alias': {
      const name = nameIn(node, 'type_identifier');
      symbols.push({
        name,
        kind: 'type',
        ...parent,
        signature: text.slice(start, node.range().end.index),
        ...place(start),
      });
      break;
    }
    default:
  }
}

/** The primary constructor and the others in the body, as far as they are public. */
function constructorsOf(text: string, node: Syntax, body: Syntax | undefined): string[] {
  const primary = childOf(node, 'primary_constructor');
  const secondary = body?.children().filter((child) => kindOf(child) === 'secondary_constructor') ?? [];
  const shown = (one: Syntax) => {
    const params = childOf(one, 'function_value_parameters') ?? one;
    const from = params === one ? startOf(one) + Math.max(0, one.text().indexOf('(')) : startOf(params);
    return `constructor${text.slice(from, params.range().end.index)}`;
  };
  return [...(primary === undefined ? [] : [primary]), ...secondary]
    .filter((one) => !isHidden(one))
    .map(shown);
}

function readBody(reader: Reader, body: Syntax | undefined, owner: Owner): void {
  for (const member of body?.children() ?? []) readDeclaration(reader, member, owner);
}

function readProperty(reader: Reader, node: Syntax, start: number, parent: { parent?: string }): void {
  const { text, symbols, place } = reader;
  const children = node.children();
  const stop = children.find((child) =>
    ['=', 'getter', 'setter', 'property_delegate'].includes(kindOf(child)),
  );
  const before = text.slice(start, stop === undefined ? node.range().end.index : startOf(stop)).trim();
  const value = stop !== undefined && kindOf(stop) === '=' ? stop.next()?.text() : undefined;
  const names = children.flatMap((child) =>
    kindOf(child) === 'variable_declaration'
      ? [child]
      : kindOf(child) === 'multi_variable_declaration'
        ? child.children().filter((inner) => kindOf(inner) === 'variable_declaration')
        : [],
  );
  for (const one of names)
    symbols.push({
      name: nameIn(one, 'simple_identifier'),
      kind: 'variable',
      ...parent,
      signature: withPlainValue(before, value),
      ...place(start),
    });
}

function classKind(node: Syntax): ExportKind {
  if (childOf(node, 'interface') !== undefined) return 'interface';
  return childOf(node, 'enum') !== undefined || childOf(node, 'enum_class_body') !== undefined
    ? 'enum'
    : 'class';
}

function isHidden(node: Syntax): boolean {
  const modifiers = childOf(node, 'modifiers');
  const visibility = modifiers === undefined ? undefined : childOf(modifiers, 'visibility_modifier')?.text();
  return visibility === 'private' || visibility === 'internal' || visibility === 'protected';
}

function afterAnnotations(text: string, node: Syntax): number {
  const modifiers = childOf(node, 'modifiers');
  let start = startOf(node);
  if (modifiers !== undefined) {
    const first = modifiers.children().find((child) => !/(annotation|comment)$/.test(kindOf(child)));
    start = first === undefined ? startOf(modifiers.next() ?? node) : startOf(first);
  }
  // The `fun` of `fun interface`, which the grammar does not know.
  const functional = /\bfun\s+$/.exec(text.slice(Math.max(0, start - 40), start));
  return functional !== null && childOf(node, 'interface') !== undefined
    ? start - functional[0].length
    : start;
}

/** Names that are keywords stand in backticks, which are no part of them. */
function nameIn(node: Syntax, kind: string): string {
  return childOf(node, kind)?.text().replace(/`/g, '') ?? '';
}
