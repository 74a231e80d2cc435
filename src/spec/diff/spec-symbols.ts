import type { ClaudeMdSpec } from '../spec.ts';

/** One exported symbol as the spec states it. */
export interface SpecSymbol {
  name: string;
  kind: 'function' | 'type' | 'class' | 'enum' | 'variable';
  signature: string;
  /** The type it is a method of, where the signature says so. */
  parent?: string;
  variants?: readonly string[];
  value?: string;
  line: number;
}

export function specSymbols({ exports }: Pick<ClaudeMdSpec, 'exports'>): SpecSymbol[] {
  return [
    ...exports.functions.map((one): SpecSymbol => {
      const parent = parentOf(one.signature, one.name);
      return { ...base(one, 'function', one.signature), ...(parent === undefined ? {} : { parent }) };
    }),
    ...exports.types.map((one) => base(one, 'type', one.definition)),
    ...exports.classes.map((one) => base(one, 'class', one.constructor_signature)),
    ...exports.enums.map((one) => ({ ...base(one, 'enum', one.signature), variants: one.variants })),
    ...exports.variables.map((one) => ({
      ...base(one, 'variable', one.signature),
      ...(one.value === undefined ? {} : { value: one.value }),
    })),
  ].sort((a, b) => a.line - b.line);
}

function base(one: { name: string; line: number }, kind: SpecSymbol['kind'], signature: string): SpecSymbol {
  return { name: one.name, kind, signature, line: one.line };
}

/** `Server` of `func (s *Server) Start()`, `Server.Stop()`, `Server::stop()`, `Server#stop()`. */
function parentOf(signature: string, name: string): string | undefined {
  const receiver = /^func\s*\(\s*(?:\w+\s+)?\*?\s*(\w+)/.exec(signature)?.[1];
  if (receiver !== undefined) return receiver;
  const at = signature.indexOf(name);
  return at <= 0 ? undefined : /(\w+)(?:<[^>]*>)?(?:\.|::|#)$/.exec(signature.slice(0, at))?.[1];
}
