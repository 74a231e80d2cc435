import type { Expression } from 'oxc-parser';
import type { Declared } from './declaration.ts';
import { classMembers } from './members.ts';
import { callableEnd, head, unwrapped, valueSignature } from './signature.ts';

/** One way in which a module exports something. `start` is where it says so. */
export type Entry =
  | { type: 'local'; name: string; local: string; start: number; statement: string }
  | { type: 'inline'; name: string; declared: readonly Declared[]; start: number }
  | { type: 'from'; name: string; from: string; imported: string; start: number; statement: string }
  | { type: 'all'; from: string; start: number; withDefault?: true };

export interface Imported {
  from: string;
  /** `*` for the whole module. */
  imported: string;
}

/** `export default value`, `module.exports = value`: by its name when it is one, else by what it is. */
export function valueEntry(
  text: string,
  name: string,
  raw: Expression,
  start: number,
  spread = false,
): Entry {
  const value = unwrapped(raw);
  if (value.type === 'Identifier')
    return { type: 'local', name, local: value.name, start, statement: spread ? 'export =' : '' };
  return { type: 'inline', name, start, declared: [declaredValue(text, name, value)] };
}

/** A value without a declaration of its own, as `exports.x = value` gives one. */
export function declaredValue(text: string, name: string, raw: Expression, start = raw.start): Declared {
  const value = unwrapped(raw);
  if (value.type === 'ClassExpression')
    return {
      name: value.id?.name ?? name,
      kind: 'class',
      signature: head(text, start, value.body.start),
      start,
      ...classMembers(text, value),
    };
  const end = callableEnd(value);
  if (end !== undefined) {
    const own = value.type === 'FunctionExpression' ? value.id?.name : undefined;
    return { name: own ?? name, kind: 'function', signature: head(text, start, end), start };
  }
  return { name, kind: 'variable', signature: valueSignature(text, name, raw), start };
}
