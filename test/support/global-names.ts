import { parseSync, type Node } from 'oxc-parser';

/** One use of a name that nothing in the file declares. */
export interface GlobalUse {
  name: string;
  /** `x` of `name.x` and `name['x']`; undefined when it is used in any other way: as an alias, taken apart, computed. */
  member?: string | undefined;
  /** Of `new name(…)`: how many arguments are certain. */
  newArguments?: number;
  /** `x instanceof name`. */
  inInstanceof?: boolean;
}

type Fields = Record<string, unknown>;

/** Every global a file uses, by a real parser and its scopes: `fetch` of a parameter is none, `fetch` beside it is. */
export function globalUses(path: string, text: string): GlobalUse[] {
  const uses: GlobalUse[] = [];
  const look = (node: Node, scopes: readonly Set<string>[], parent?: Node): void => {
    if (isOnlyType(node)) return;
    if (node.type === 'Identifier') {
      if (!scopes.some((scope) => scope.has(node.name))) uses.push(useOf(node.name, node, parent));
      return;
    }
    const inner = opensScope(node) ? [...scopes, declaredIn(node)] : scopes;
    for (const child of expressionsIn(node)) look(child, inner, unwrapped(node, parent));
  };
  look(parseSync(path, text).program, []);
  return uses;
}

function useOf(name: string, node: Node, parent: Node | undefined): GlobalUse {
  if (parent?.type === 'MemberExpression' && parent.object === node)
    return { name, member: memberOf(parent) };
  if (parent?.type === 'NewExpression' && parent.callee === node)
    return { name, newArguments: parent.arguments.filter((one) => one.type !== 'SpreadElement').length };
  if (parent?.type === 'BinaryExpression' && parent.operator === 'instanceof' && parent.right === node)
    return { name, inInstanceof: true };
  return { name };
}

export function memberOf(node: Node): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : undefined;
  return textOf(node.property);
}

/** The text of a string literal, also one in backquotes. */
export function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

/** Casts around an expression do not hide it: `(Date as any).now()`. */
const CASTS = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'ParenthesizedExpression',
  'ChainExpression',
]);

/** What a cast stands in stays the parent, as an alias: `(Date as any).now` is a use of `Date` in another way. */
function unwrapped(node: Node, parent: Node | undefined): Node | undefined {
  return CASTS.has(node.type) ? (node.type === 'ChainExpression' ? parent : undefined) : node;
}

function isOnlyType(node: Node): boolean {
  if (node.type.startsWith('TS')) return !CASTS.has(node.type);
  return (
    (node.type === 'ExportNamedDeclaration' && (node.exportKind === 'type' || node.source !== null)) ||
    node.type === 'ImportDeclaration' ||
    node.type === 'ExportAllDeclaration'
  );
}

/** Child nodes in which an identifier stands for a value; names of keys, members and labels are left out. */
function expressionsIn(node: Node): Node[] {
  const names = new Set<unknown>();
  if (node.type === 'MemberExpression' && !node.computed) names.add(node.property);
  if (
    (node.type === 'Property' || KEYED.has(node.type)) &&
    'key' in node &&
    !('computed' in node && node.computed)
  )
    names.add(node.key);
  if (node.type === 'MetaProperty') return [];
  if (node.type === 'LabeledStatement') names.add(node.label);
  if (node.type === 'BreakStatement' || node.type === 'ContinueStatement') return [];
  if (node.type === 'ExportSpecifier') return [node.local];
  return childrenOf(node).filter((child) => !names.has(child));
}

const KEYED = new Set(['MethodDefinition', 'PropertyDefinition', 'AccessorProperty']);

export function childrenOf(node: Node): Node[] {
  return Object.values(node as unknown as Fields).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Fields)['type'] === 'string';
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const SCOPES = new Set([
  ...FUNCTIONS,
  'Program',
  'BlockStatement',
  'StaticBlock',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
  'CatchClause',
  'ClassExpression',
  'ClassDeclaration',
]);

function opensScope(node: Node): boolean {
  return SCOPES.has(node.type);
}

/** The names that a scope declares. `var` is not in this house, so a block holds what is written in it. */
function declaredIn(node: Node): Set<string> {
  const found = new Set<string>();
  if (FUNCTIONS.has(node.type)) {
    const { params, id } = node as unknown as { params: Node[]; id?: Node | null };
    for (const param of params) bind(param, found);
    if (id) bind(id, found);
    return found;
  }
  if (node.type === 'CatchClause' && node.param !== null) bind(node.param, found);
  if ((node.type === 'ClassExpression' || node.type === 'ClassDeclaration') && node.id) bind(node.id, found);
  const statements =
    node.type === 'SwitchStatement'
      ? node.cases.flatMap((one) => one.consequent as Node[])
      : childrenOf(node);
  for (const statement of statements) declare(statement, found);
  return found;
}

function declare(statement: Node, found: Set<string>): void {
  if (statement.type === 'VariableDeclaration') for (const one of statement.declarations) bind(one.id, found);
  else if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') {
    if (statement.id) bind(statement.id, found);
  } else if (statement.type === 'ImportDeclaration') {
    for (const one of statement.specifiers) bind(one.local, found);
  } else if (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration') {
    if (statement.declaration) declare(statement.declaration, found);
  }
}

function bind(pattern: Node, found: Set<string>): void {
  if (pattern.type === 'Identifier') found.add(pattern.name);
  else if (pattern.type === 'AssignmentPattern') bind(pattern.left, found);
  else if (pattern.type === 'RestElement') bind(pattern.argument, found);
  else if (pattern.type === 'ArrayPattern') for (const one of pattern.elements) if (one) bind(one, found);
  if (pattern.type === 'ObjectPattern')
    for (const one of pattern.properties) bind(one.type === 'Property' ? one.value : one, found);
}
