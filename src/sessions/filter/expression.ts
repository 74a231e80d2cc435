/** A filter as a tree. Only what can be built here can reach the database. */
export type Expression =
  | { kind: 'column'; column: string }
  | { kind: 'value'; value: string | number | null }
  | { kind: 'unary'; op: '-' | '+' | 'NOT'; of: Expression }
  | { kind: 'binary'; op: BinaryOp; left: Expression; right: Expression }
  | { kind: 'like'; op: 'LIKE' | 'GLOB'; not: boolean; left: Expression; right: Expression; escape?: string }
  | { kind: 'in'; not: boolean; left: Expression; list: Expression[] }
  | { kind: 'between'; not: boolean; left: Expression; low: Expression; high: Expression }
  | { kind: 'collate'; of: Expression; by: 'NOCASE' | 'BINARY' | 'RTRIM' }
  | { kind: 'call'; name: string; args: Expression[] };

export const BINARY_OPS = [
  'OR',
  'AND',
  '=',
  '<>',
  'IS',
  'IS NOT',
  '<',
  '<=',
  '>',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '%',
  '||',
] as const;
export type BinaryOp = (typeof BINARY_OPS)[number];
