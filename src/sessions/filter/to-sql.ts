import { BINARY_OPS, type Expression } from './expression.ts';
import { parseFilter } from './parse.ts';
import { badFilter } from './tokens.ts';

const MOST_NODES = 900;

/** A condition over `sessions` with its values apart. */
export interface Condition {
  sql: string;
  values: (string | number | null)[];
}

/**
 * A filter as SQL of our own: the text is never passed on, only the tree it was read into. Names come
 * from our lists, values are bound. Its cost is a few steps per session, bounded by its length.
 */
export function filterCondition(filter: string): Condition {
  const values: Condition['values'] = [];
  let nodes = 0;
  const bind = (value: string | number): string => {
    values.push(value);
    return '?';
  };
  const write = (e: Expression): string => {
    nodes += 1;
    if (nodes > MOST_NODES) throw badFilter(filter.slice(0, 80), 0, `it has more than ${MOST_NODES} parts`);
    switch (e.kind) {
      case 'column':
        return `sessions."${e.column}"`;
      case 'value':
        if (e.value === null) return 'NULL';
        // A whole number stays one: bound, it would be a fraction, and 5 / 2 another number.
        return Number.isSafeInteger(e.value) ? String(e.value) : bind(e.value);
      case 'unary':
        return `(${e.op} ${write(e.of)})`;
      case 'binary':
        if (!BINARY_OPS.includes(e.op)) throw new Error(`unknown operator ${e.op}`);
        return `(${write(e.left)} ${e.op} ${write(e.right)})`;
      case 'like': {
        const escape = e.escape === undefined ? '' : ` ESCAPE ${quoted(e.escape)}`;
        return `(${write(e.left)} ${e.not ? 'NOT ' : ''}${e.op} ${write(e.right)}${escape})`;
      }
      case 'in':
        return `(${write(e.left)} ${e.not ? 'NOT ' : ''}IN (${e.list.map(write).join(', ')}))`;
      case 'between':
        return `(${write(e.left)} ${e.not ? 'NOT ' : ''}BETWEEN ${write(e.low)} AND ${write(e.high)})`;
      case 'collate':
        return `(${write(e.of)} COLLATE ${e.by})`;
      default:
        return `${e.name}(${e.args.map(write).join(', ')})`;
    }
  };
  return { sql: write(parseFilter(filter)), values };
}

/** One character, which the parser has checked. */
function quoted(char: string): string {
  return `'${char === "'" ? "''" : char}'`;
}
