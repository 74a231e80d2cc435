import type { Directive, Expression, ObjectExpression, Statement } from 'oxc-parser';
import { keyName } from './members.ts';
import { unwrapped } from './signature.ts';

/** The statements of `(function () { … })()`, also behind `cond &&`. */
export function immediateBody(raw: Expression): readonly (Statement | Directive)[] {
  const expression = unwrapped(raw);
  if (expression.type === 'LogicalExpression') return immediateBody(expression.right);
  if (expression.type === 'UnaryExpression') return immediateBody(expression.argument);
  if (expression.type !== 'CallExpression') return [];
  const called =
    expression.callee.type === 'MemberExpression' ? expression.callee.object : unwrapped(expression.callee);
  if (called.type !== 'FunctionExpression' && called.type !== 'ArrowFunctionExpression') return [];
  return called.body?.type === 'BlockStatement' ? called.body.body : [];
}

/** `{ value: x }` or `{ get: function () { return x; } }`. */
export function definedValue(descriptor: ObjectExpression): Expression | undefined {
  for (const property of descriptor.properties) {
    if (property.type === 'SpreadElement') continue;
    const key = keyName(property.key);
    if (key === 'value') return property.value;
    if (key !== 'get') continue;
    const value = property.value;
    if (value.type === 'ArrowFunctionExpression' && value.body.type !== 'BlockStatement') return value.body;
    const body =
      value.type === 'FunctionExpression' || value.type === 'ArrowFunctionExpression' ? value.body : null;
    const last = body?.type === 'BlockStatement' ? body.body.at(-1) : undefined;
    if (last?.type === 'ReturnStatement' && last.argument !== null) return last.argument;
  }
  return undefined;
}

export function memberName(node: Extract<Expression, { type: 'MemberExpression' }>): string | undefined {
  if (!node.computed && node.property.type === 'Identifier') return node.property.name;
  if (node.computed && node.property.type === 'Literal' && typeof node.property.value === 'string')
    return node.property.value;
  return undefined;
}

/** `exports`, `module.exports`. */
export function isExportsObject(node: Expression): boolean {
  if (node.type === 'Identifier') return node.name === 'exports';
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    memberName(node) === 'exports'
  );
}

/** The module of `require('…')`, also within helpers such as `__importDefault(require('…'))`. */
export function requiredModule(raw: Expression): string | undefined {
  const node = unwrapped(raw);
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return undefined;
  const [first] = node.arguments as readonly Expression[];
  if (node.callee.name === 'require')
    return first?.type === 'Literal' && typeof first.value === 'string' ? first.value : undefined;
  return node.callee.name.startsWith('__') && first !== undefined ? requiredModule(first) : undefined;
}
