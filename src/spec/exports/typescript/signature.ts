import type { Expression } from 'oxc-parser';

/** The text from `start` to where the body begins, without what only introduces the body. */
export function head(text: string, start: number, bodyStart: number): string {
  return text
    .slice(start, bodyStart)
    .replace(/\s*=>[\s(]*$/, '')
    .trimEnd();
}

export function whole(text: string, node: { start: number; end: number }): string {
  return text.slice(node.start, node.end).replace(/[;,]?\s*$/, '');
}

const SHOWN_VALUE = 200;

/** A variable as others see it: its type, or a plain value; never a computed expression. */
export function valueSignature(text: string, name: string, init: Expression | null): string {
  if (init === null) return name;
  const callable = callableEnd(init);
  if (callable !== undefined) return `${name} = ${head(text, init.start, callable)}`;
  const plain = isPlain(init) && init.end - init.start <= SHOWN_VALUE;
  return plain ? `${name} = ${text.slice(init.start, init.end)}` : name;
}

/** Where the body of a function value begins; undefined for every other value. */
export function callableEnd(init: Expression): number | undefined {
  const value = unwrapped(init);
  if (value.type === 'ArrowFunctionExpression') return value.body.start;
  if (value.type === 'FunctionExpression') return value.body?.start ?? value.end;
  return undefined;
}

/** The value itself, behind `as T`, `satisfies T` and `!`. */
export function unwrapped(value: Expression): Expression {
  let inner = value;
  while (
    inner.type === 'TSAsExpression' ||
    inner.type === 'TSSatisfiesExpression' ||
    inner.type === 'TSNonNullExpression' ||
    inner.type === 'TSTypeAssertion' ||
    inner.type === 'ParenthesizedExpression'
  )
    inner = inner.expression;
  return inner;
}

function isPlain(init: Expression): boolean {
  const value = unwrapped(init);
  if (value.type === 'Literal') return true;
  if (value.type === 'TemplateLiteral') return value.expressions.length === 0;
  if (value.type === 'UnaryExpression') return value.argument.type === 'Literal';
  if (value.type === 'ArrayExpression') return value.elements.every((item) => item?.type === 'Literal');
  return false;
}
