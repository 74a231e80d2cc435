import type { ExportKind } from '../parse/classify.ts';
import type { ClaudeMdSpec } from '../spec.ts';

export interface ExportedSymbol {
  name: string;
  kind: ExportKind;
  signature: string;
  line: number;
}

/** Everything a spec exports, as one list. */
export function exportedSymbols({ exports }: Pick<ClaudeMdSpec, 'exports'>): ExportedSymbol[] {
  const { functions, types, classes, enums, variables } = exports;
  return [
    ...functions.map(({ name, signature, line }) => symbol(name, 'function', signature, line)),
    ...types.map(({ name, definition, line }) => symbol(name, 'type', definition, line)),
    ...classes.map((c) => symbol(c.name, 'class', c.constructor_signature, c.line)),
    ...enums.map(({ name, signature, line }) => symbol(name, 'enum', signature, line)),
    ...variables.map(({ name, signature, line }) => symbol(name, 'variable', signature, line)),
  ];
}

function symbol(name: string, kind: ExportKind, signature: string, line: number): ExportedSymbol {
  return { name, kind, signature, line };
}
