import { argumentsOf, COLUMN_NAMES, columnOf } from './columns.ts';
import type { BinaryOp, Expression } from './expression.ts';
import { TokenCursor } from './token-cursor.ts';
import type { Token } from './tokens.ts';

type Operators = Readonly<Record<string, BinaryOp>>;

/** Not names of columns, whatever stands around them. */
const SELECTING = /^(select|with|values|exists|from|union|raise|cast|case|window|over)$/i;
const EQUALITIES: Operators = { '=': '=', '==': '=', '!=': '<>', '<>': '<>' };
/** From the loosest to the tightest. */
const LEVELS: readonly Operators[] = [
  { '<': '<', '<=': '<=', '>': '>', '>=': '>=' },
  { '+': '+', '-': '-' },
  { '*': '*', '/': '/', '%': '%' },
  { '||': '||' },
];

/** Reads a filter with SQL's own precedence: OR, AND, NOT, equality, order, + -, * / %, ||, sign. */
export function parseFilter(filter: string): Expression {
  const at = new TokenCursor(filter);
  const whole = either(at);
  if (at.peek().kind !== 'end') throw at.fail(`"${at.peek().text}" is not expected here`);
  return whole;
}

function leftToRight(operand: () => Expression, operator: () => BinaryOp | undefined): Expression {
  let left = operand();
  for (let op = operator(); op !== undefined; op = operator())
    left = { kind: 'binary', op, left, right: operand() };
  return left;
}

function either(at: TokenCursor): Expression {
  return at.deeper(() =>
    leftToRight(
      () => both(at),
      () => (at.takeWord('OR') ? 'OR' : undefined),
    ),
  );
}

function both(at: TokenCursor): Expression {
  return leftToRight(
    () => negated(at),
    () => (at.takeWord('AND') ? 'AND' : undefined),
  );
}

function negated(at: TokenCursor): Expression {
  let count = 0;
  while (at.takeWord('NOT')) count += 1;
  const of = equal(at);
  return count % 2 === 0 ? of : { kind: 'unary', op: 'NOT', of };
}

function equal(at: TokenCursor): Expression {
  let left = ordered(at);
  for (;;) {
    const next = compared(at, left) ?? at.attempt(() => matched(at, left, at.takeWord('NOT')));
    if (next === undefined) return left;
    left = next;
  }
}

function compared(at: TokenCursor, left: Expression): Expression | undefined {
  const op = at.takeOperator(EQUALITIES);
  if (op !== undefined) return { kind: 'binary', op, left, right: ordered(at) };
  if (at.takeWord('IS')) {
    const not = at.takeWord('NOT');
    return { kind: 'binary', op: not ? 'IS NOT' : 'IS', left, right: ordered(at) };
  }
  if (at.takeWord('ISNULL')) return isNull(left, 'IS');
  return at.takeWord('NOTNULL') ? isNull(left, 'IS NOT') : undefined;
}

const isNull = (left: Expression, op: 'IS' | 'IS NOT'): Expression => ({
  kind: 'binary',
  op,
  left,
  right: { kind: 'value', value: null },
});

/** LIKE, GLOB, IN and BETWEEN, after an optional NOT. */
function matched(at: TokenCursor, left: Expression, not: boolean): Expression | undefined {
  for (const op of ['LIKE', 'GLOB'] as const) if (at.takeWord(op)) return like(at, op, not, left);
  if (at.takeWord('IN')) {
    at.need('(');
    return { kind: 'in', not, left, list: at.takeMark(')') ? [] : list(at) };
  }
  if (at.takeWord('BETWEEN')) {
    const low = ordered(at);
    at.need('AND');
    return { kind: 'between', not, left, low, high: ordered(at) };
  }
  return not && at.takeWord('NULL') ? isNull(left, 'IS NOT') : undefined;
}

function like(at: TokenCursor, op: 'LIKE' | 'GLOB', not: boolean, left: Expression): Expression {
  const right = ordered(at);
  if (op === 'GLOB' || !at.takeWord('ESCAPE')) return { kind: 'like', op, not, left, right };
  const escape = at.take();
  if (escape.kind !== 'string' || escape.text.length !== 1)
    throw at.fail('ESCAPE takes one character', escape.at);
  return { kind: 'like', op, not, left, right, escape: escape.text };
}

const ordered = (at: TokenCursor): Expression => level(at, 0);

function level(at: TokenCursor, index: number): Expression {
  const ops = LEVELS[index];
  if (ops === undefined) return signed(at);
  return leftToRight(
    () => level(at, index + 1),
    () => at.takeOperator(ops),
  );
}

function signed(at: TokenCursor): Expression {
  for (const op of ['-', '+'] as const)
    if (at.takeMark(op)) return at.deeper(() => ({ kind: 'unary', op, of: signed(at) }));
  let of = single(at);
  while (at.takeWord('COLLATE')) {
    const by = at.take();
    const name = by.text.toUpperCase();
    if (name !== 'NOCASE' && name !== 'BINARY' && name !== 'RTRIM')
      throw at.fail('COLLATE takes NOCASE, BINARY or RTRIM', by.at);
    of = { kind: 'collate', of, by: name };
  }
  return of;
}

/** Expressions up to the closing bracket, which is taken. */
function list(at: TokenCursor): Expression[] {
  const items = [either(at)];
  while (at.takeMark(',')) items.push(either(at));
  at.need(')');
  return items;
}

function single(at: TokenCursor): Expression {
  const token = at.take();
  if (token.kind === 'string') return { kind: 'value', value: token.text };
  if (token.kind === 'number') return { kind: 'value', value: Number(token.text) };
  if (token.kind === 'mark' && token.text === '(') {
    const inside = either(at);
    at.need(')');
    return inside;
  }
  if (token.kind === 'either' && !at.isMark('.') && columnOf(token.text) === undefined)
    return { kind: 'value', value: token.text };
  if (token.kind === 'name' || token.kind === 'either') return column(at, token);
  if (token.kind === 'word') return word(at, token);
  const why = token.kind === 'end' ? 'something is missing' : `"${token.text}" is not expected here`;
  throw at.fail(why, token.at);
}

function word(at: TokenCursor, token: Token): Expression {
  const upper = token.text.toUpperCase();
  if (SELECTING.test(token.text)) throw at.fail(`${upper} is not allowed: no queries`, token.at);
  if (upper === 'NULL') return { kind: 'value', value: null };
  if (upper === 'TRUE' || upper === 'FALSE') return { kind: 'value', value: upper === 'TRUE' ? 1 : 0 };
  return at.isMark('(') ? call(at, token) : column(at, token);
}

function call(at: TokenCursor, token: Token): Expression {
  const bounds = argumentsOf(token.text);
  if (bounds === undefined) throw at.fail(`the function ${token.text} is not allowed`, token.at);
  at.need('(');
  const args = at.takeMark(')') ? [] : list(at);
  if (args.length < bounds[0] || args.length > bounds[1])
    throw at.fail(`${token.text} takes ${bounds[0]} to ${bounds[1]} arguments`, token.at);
  return { kind: 'call', name: token.text.toLowerCase(), args };
}

function column(at: TokenCursor, token: Token): Expression {
  let name = token;
  if (at.takeMark('.')) {
    if (!/^(sessions|s)$/i.test(token.text))
      throw at.fail(`only sessions can be asked, not ${token.text}`, token.at);
    name = at.take();
  }
  const found = /^(word|name|either)$/.test(name.kind) ? columnOf(name.text) : undefined;
  if (found === undefined)
    throw at.fail(`"${name.text}" is no column of a session (${COLUMN_NAMES.join(', ')})`, name.at);
  return { kind: 'column', column: found };
}
