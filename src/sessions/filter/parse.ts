import { argumentsOf, COLUMN_NAMES, columnOf } from './columns.ts';
import type { BinaryOp, Expression } from './expression.ts';
import { badFilter, tokensOf, type Token } from './tokens.ts';

const DEEPEST = 50;
/** Not names of columns, whatever stands around them. */
const SELECTING = /^(select|with|values|exists|from|union|raise|cast|case|window|over)$/i;
const COMPARISONS: Readonly<Record<string, BinaryOp>> = {
  '=': '=',
  '==': '=',
  '!=': '<>',
  '<>': '<>',
};
const ORDERS: Readonly<Record<string, BinaryOp>> = { '<': '<', '<=': '<=', '>': '>', '>=': '>=' };

/** Reads a filter with SQL's own precedence: OR, AND, NOT, equality, order, + -, * / %, ||, sign. */
export function parseFilter(filter: string): Expression {
  const tokens = tokensOf(filter);
  let next = 0;
  let depth = 0;
  const peek = (): Token => tokens[next] as Token;
  const take = (): Token => tokens[next++] as Token;
  const fail = (why: string, at = peek().at) => badFilter(filter, at, why);
  const isMark = (text: string) => peek().kind === 'mark' && peek().text === text;
  const isWord = (text: string) => peek().kind === 'word' && peek().text.toUpperCase() === text;
  const taken = (is: boolean): boolean => {
    if (is) next += 1;
    return is;
  };
  const need = (text: string): void => {
    if (!taken(isMark(text) || isWord(text))) throw fail(`"${text}" is missing`);
  };

  const leftToRight = (operand: () => Expression, operator: () => BinaryOp | undefined) => (): Expression => {
    let left = operand();
    for (let op = operator(); op !== undefined; op = operator())
      left = { kind: 'binary', op, left, right: operand() };
    return left;
  };
  const marks = (ops: Readonly<Record<string, BinaryOp>>) => (): BinaryOp | undefined => {
    const { kind, text } = peek();
    const op = kind === 'mark' && Object.hasOwn(ops, text) ? ops[text] : undefined;
    if (op !== undefined) next += 1;
    return op;
  };

  const either = (): Expression => {
    depth += 1;
    if (depth > DEEPEST) throw fail(`it is nested deeper than ${DEEPEST}`);
    const found = leftToRight(both, () => (taken(isWord('OR')) ? 'OR' : undefined))();
    depth -= 1;
    return found;
  };
  const both = (): Expression => leftToRight(negated, () => (taken(isWord('AND')) ? 'AND' : undefined))();
  const negated = (): Expression => {
    let count = 0;
    while (taken(isWord('NOT'))) count += 1;
    const of = equal();
    return count % 2 === 0 ? of : { kind: 'unary', op: 'NOT', of };
  };

  const equal = (): Expression => {
    let left = ordered();
    for (;;) {
      const op = marks(COMPARISONS)();
      if (op !== undefined) left = { kind: 'binary', op, left, right: ordered() };
      else if (taken(isWord('IS'))) {
        const not = taken(isWord('NOT'));
        left = { kind: 'binary', op: not ? 'IS NOT' : 'IS', left, right: ordered() };
      } else if (taken(isWord('ISNULL'))) left = isNull(left, 'IS');
      else if (taken(isWord('NOTNULL'))) left = isNull(left, 'IS NOT');
      else {
        const before = next;
        const not = taken(isWord('NOT'));
        const found = matched(left, not);
        if (found === undefined) {
          next = before;
          return left;
        }
        left = found;
      }
    }
  };
  const isNull = (left: Expression, op: 'IS' | 'IS NOT'): Expression => ({
    kind: 'binary',
    op,
    left,
    right: { kind: 'value', value: null },
  });

  /** LIKE, GLOB, IN and BETWEEN, after an optional NOT. */
  const matched = (left: Expression, not: boolean): Expression | undefined => {
    for (const op of ['LIKE', 'GLOB'] as const)
      if (taken(isWord(op))) {
        const right = ordered();
        if (op === 'GLOB' || !taken(isWord('ESCAPE'))) return { kind: 'like', op, not, left, right };
        const escape = take();
        if (escape.kind !== 'string' || escape.text.length !== 1)
          throw fail('ESCAPE takes one character', escape.at);
        return { kind: 'like', op, not, left, right, escape: escape.text };
      }
    if (taken(isWord('IN'))) {
      need('(');
      if (taken(isMark(')'))) return { kind: 'in', not, left, list: [] };
      return { kind: 'in', not, left, list: list() };
    }
    if (taken(isWord('BETWEEN'))) {
      const low = ordered();
      need('AND');
      return { kind: 'between', not, left, low, high: ordered() };
    }
    if (not && taken(isWord('NULL'))) return isNull(left, 'IS NOT');
    return undefined;
  };

  const signed = (): Expression => {
    for (const op of ['-', '+'] as const)
      if (taken(isMark(op))) {
        depth += 1;
        if (depth > DEEPEST) throw fail(`it is nested deeper than ${DEEPEST}`);
        const of = signed();
        depth -= 1;
        return { kind: 'unary', op, of };
      }
    let of = single();
    while (taken(isWord('COLLATE'))) {
      const by = take();
      const name = by.text.toUpperCase();
      if (name !== 'NOCASE' && name !== 'BINARY' && name !== 'RTRIM')
        throw fail('COLLATE takes NOCASE, BINARY or RTRIM', by.at);
      of = { kind: 'collate', of, by: name };
    }
    return of;
  };
  const joined = leftToRight(signed, marks({ '||': '||' }));
  const multiplied = leftToRight(joined, marks({ '*': '*', '/': '/', '%': '%' }));
  const added = leftToRight(multiplied, marks({ '+': '+', '-': '-' }));
  const ordered = leftToRight(added, marks(ORDERS));

  /** Expressions up to the closing bracket, which is taken. */
  const list = (): Expression[] => {
    const items = [either()];
    while (taken(isMark(','))) items.push(either());
    need(')');
    return items;
  };

  const single = (): Expression => {
    const token = take();
    if (token.kind === 'string') return { kind: 'value', value: token.text };
    if (token.kind === 'number') return { kind: 'value', value: Number(token.text) };
    if (token.kind === 'mark' && token.text === '(') {
      const inside = either();
      need(')');
      return inside;
    }
    if (token.kind === 'either' && !isMark('.') && columnOf(token.text) === undefined)
      return { kind: 'value', value: token.text };
    if (token.kind === 'name' || token.kind === 'either') return column(token);
    if (token.kind !== 'word')
      throw fail(
        token.kind === 'end' ? 'something is missing' : `"${token.text}" is not expected here`,
        token.at,
      );
    if (SELECTING.test(token.text))
      throw fail(`${token.text.toUpperCase()} is not allowed: no queries`, token.at);
    const upper = token.text.toUpperCase();
    if (upper === 'NULL') return { kind: 'value', value: null };
    if (upper === 'TRUE' || upper === 'FALSE') return { kind: 'value', value: upper === 'TRUE' ? 1 : 0 };
    return isMark('(') ? call(token) : column(token);
  };

  const call = (token: Token): Expression => {
    const bounds = argumentsOf(token.text);
    if (bounds === undefined) throw fail(`the function ${token.text} is not allowed`, token.at);
    need('(');
    const args = taken(isMark(')')) ? [] : list();
    if (args.length < bounds[0] || args.length > bounds[1])
      throw fail(`${token.text} takes ${bounds[0]} to ${bounds[1]} arguments`, token.at);
    return { kind: 'call', name: token.text.toLowerCase(), args };
  };

  const column = (token: Token): Expression => {
    let name = token;
    if (isMark('.')) {
      next += 1;
      if (!/^(sessions|s)$/i.test(token.text))
        throw fail(`only sessions can be asked, not ${token.text}`, token.at);
      name = take();
    }
    const found = /^(word|name|either)$/.test(name.kind) ? columnOf(name.text) : undefined;
    if (found === undefined)
      throw fail(`"${name.text}" is no column of a session (${COLUMN_NAMES.join(', ')})`, name.at);
    return { kind: 'column', column: found };
  };

  const whole = either();
  if (peek().kind !== 'end') throw fail(`"${peek().text}" is not expected here`);
  return whole;
}
