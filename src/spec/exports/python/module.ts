import type { SourceSymbol } from '../exported.ts';
import { childOf, childrenOf, kindOf, startOf, type Syntax } from '../grammar.ts';
import { withPlainValue } from '../plain-value.ts';

/** A name brought in from another module. `imported` is `*` for everything, undefined for the module itself. */
export interface PythonImport {
  local: string;
  module: string;
  imported: string | undefined;
  /** `import x as x`: the form that says "I pass this on". */
  explicit: boolean;
  start: number;
  statement: string;
}

/** What one module defines, imports, and names in `__all__`. */
export interface PythonModule {
  symbols: SourceSymbol[];
  imports: PythonImport[];
  /** Undefined when there is no `__all__`. Entries ending in `.*` mean another module's `__all__`. */
  all: string[] | undefined;
}

type Place = (offset: number) => { file: string; line: number };

export function readPythonModule(text: string, root: Syntax, place: Place): PythonModule {
  const module: PythonModule = { symbols: [], imports: [], all: undefined };
  for (const node of childrenOf(root)) readStatement(text, node, module, place);
  return module;
}

const BLOCKS = new Set([
  'if_statement',
  'elif_clause',
  'else_clause',
  'try_statement',
  'except_clause',
  'except_group_clause',
  'finally_clause',
  'with_statement',
  'block',
]);

function readStatement(text: string, node: Syntax, module: PythonModule, place: Place): void {
  const kind = kindOf(node);
  if (BLOCKS.has(kind)) {
    const condition = kind === 'if_statement' ? (node.field('condition')?.text() ?? '') : '';
    if (condition.includes('__name__')) return;
    for (const child of node.children()) readStatement(text, child, module, place);
    return;
  }
  switch (kind) {
    case 'decorated_definition':
    case 'function_definition':
    case 'class_definition':
      addAll(module.symbols, readDefinition(text, node, undefined, place));
      break;
    case 'expression_statement':
      for (const child of node.children()) readExpression(text, child, module, place);
      break;
    case 'type_alias_statement': {
      const name = /^type\s+(\w+)/.exec(node.text())?.[1];
      if (name !== undefined)
        addAll(module.symbols, [{ name, kind: 'type', signature: node.text(), ...place(startOf(node)) }]);
      break;
    }
    case 'import_statement':
    case 'import_from_statement':
      module.imports.push(...readImport(node));
      break;
    default:
  }
}

/** The first definition of a name counts (a second one stands in an `else` or `except`), overloads apart. */
function addAll(symbols: SourceSymbol[], found: readonly SourceSymbol[]): void {
  const [first] = found;
  if (first === undefined) return;
  const known = symbols.some(
    (one) => one.name === first.name && one.parent === first.parent && !one.signature.startsWith('@overload'),
  );
  if (!known) symbols.push(...found);
}

function readDefinition(
  text: string,
  node: Syntax,
  parent: string | undefined,
  place: Place,
): SourceSymbol[] {
  const decorators = node
    .children()
    .filter((child) => kindOf(child) === 'decorator')
    .map((one) => one.text());
  const definition = kindOf(node) === 'decorated_definition' ? node.field('definition') : node;
  if (definition === null) return [];
  const name = definition.field('name')?.text() ?? '';
  const overload = decorators.some((one) => /^@([\w.]+\.)?overload$/.test(one.trim()));
  if (decorators.some((one) => /\.(setter|deleter)\s*$/.test(one))) return [];
  const start = startOf(definition);
  const signature = headUntilColon(text, definition);
  const common = { name, ...(parent === undefined ? {} : { parent }), ...place(start) };
  if (kindOf(definition) === 'function_definition')
    return [
      {
        ...common,
        kind: parent === undefined ? 'function' : 'method',
        signature: overload ? `@overload ${signature}` : signature,
      },
    ];
  const members: SourceSymbol[] = [];
  const constructs: string[] = [];
  for (const child of definition.field('body')?.children() ?? []) {
    if (!['decorated_definition', 'function_definition', 'class_definition'].includes(kindOf(child)))
      continue;
    const made = readDefinition(text, child, name, place);
    if (made[0]?.name === '__init__') constructs.push(made[0].signature.replace(/^@overload /, ''));
    if (made[0] !== undefined && !isPrivate(made[0].name)) addAll(members, made);
  }
  return [
    { ...common, kind: 'class', signature, ...(constructs.length === 0 ? {} : { constructs }) },
    ...members,
  ];
}

function headUntilColon(text: string, definition: Syntax): string {
  const colon = definition
    .children()
    .filter((child) => kindOf(child) === ':')
    .at(-1);
  const end = colon === undefined ? definition.range().end.index : startOf(colon);
  return text.slice(startOf(definition), end).trimEnd();
}

function readExpression(text: string, node: Syntax, module: PythonModule, place: Place): void {
  const kind = kindOf(node);
  if (kind === 'assignment') {
    const left = node.field('left');
    const right = node.field('right');
    if (left === null) return;
    if (left.text() === '__all__')
      module.all = right === null || isComputed(right) ? undefined : listed(right);
    else {
      const type = node.field('type');
      const before = type === null ? left.text() : text.slice(startOf(left), type.range().end.index);
      for (const name of assigned(left))
        addAll(module.symbols, [
          {
            name,
            kind: 'variable',
            signature: withPlainValue(before, right?.text()),
            ...place(startOf(node)),
          },
        ]);
    }
    if (right !== null && kindOf(right) === 'assignment') readExpression(text, right, module, place);
  } else if (kind === 'augmented_assignment' && node.field('left')?.text() === '__all__') {
    const right = node.field('right');
    module.all = [...(module.all ?? []), ...(right === null ? [] : listed(right))];
  } else if (
    kind === 'call' &&
    /^__all__\s*\.\s*(extend|append)$/.test(node.field('function')?.text() ?? '')
  ) {
    const argument = node.field('arguments');
    module.all = [...(module.all ?? []), ...(argument === null ? [] : listed(argument))];
  }
}

function assigned(left: Syntax): string[] {
  if (kindOf(left) === 'identifier') return [left.text()];
  return ['pattern_list', 'tuple_pattern', 'list_pattern'].includes(kindOf(left))
    ? left.children().flatMap(assigned)
    : [];
}

/** `[name for name in globals() …]`: what it lists is not written anywhere. */
function isComputed(node: Syntax): boolean {
  return (
    node.find({ rule: { any: [{ kind: 'list_comprehension' }, { kind: 'generator_expression' }] } }) !== null
  );
}

/** The strings of `['a'] + other.__all__`, in order; another module's list as `other.*`. */
function listed(node: Syntax): string[] {
  const kind = kindOf(node);
  if (kind === 'string') return [childOf(node, 'string_content')?.text() ?? ''];
  if (kind === 'attribute')
    return node.text().endsWith('.__all__') ? [node.text().replace(/__all__$/, '*')] : [];
  return node.children().flatMap(listed);
}

function readImport(node: Syntax): PythonImport[] {
  const found: PythonImport[] = [];
  const from = node.field('module_name')?.text();
  const common = { start: startOf(node), statement: node.text() };
  let past = from === undefined;
  for (const child of node.children()) {
    const kind = kindOf(child);
    if (kind === 'import' && from !== undefined) past = true;
    if (!past) continue;
    if (kind === 'wildcard_import')
      found.push({ local: '*', module: from ?? '', imported: '*', explicit: false, ...common });
    const isAliased = kind === 'aliased_import';
    if (!isAliased && kind !== 'dotted_name') continue;
    const name = isAliased ? (child.field('name')?.text() ?? '') : child.text();
    const alias = isAliased ? (child.field('alias')?.text() ?? name) : undefined;
    const local = alias ?? (from === undefined ? (name.split('.')[0] ?? name) : name);
    const explicit = alias !== undefined && alias === name;
    found.push({
      local,
      module: from ?? name,
      imported: from === undefined ? undefined : name,
      explicit,
      ...common,
    });
  }
  return found;
}

export function isPrivate(name: string): boolean {
  return name.startsWith('_');
}
