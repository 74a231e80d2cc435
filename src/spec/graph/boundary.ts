import type { Resolve } from '../symbols/resolve.ts';

/**
 * Modules nest like their folders. A module may use its own submodules, its siblings, and the siblings of the modules
 * it lies in. Everything else crosses a boundary:
 * - `parent`: a module uses one it lies in, which already consists of it;
 * - `submodule`: it reaches past a module into that module's own submodule;
 * - `missing_module`, `unknown_symbol`: what it declares is not there, or is not exported.
 */
export interface Violation {
  kind: 'parent' | 'submodule' | 'missing_module' | 'unknown_symbol';
  from: string;
  to: string;
  symbols: string[];
  line: number;
  message: string;
}

export function violationOf(
  use: { from: string; to: string; symbols: readonly string[]; line: number },
  known: ReadonlySet<string>,
  resolve: Resolve,
): Violation | undefined {
  const { from, to, line } = use;
  const violation = (kind: Violation['kind'], message: string, symbols: string[] = []): Violation => ({
    kind,
    from: from === '' ? '.' : from,
    to: to === '' ? '.' : to,
    symbols,
    line,
    message,
  });
  if (!known.has(to)) return violation('missing_module', `${to} is no module of this project`);
  const unknown = use.symbols.filter((symbol) => !resolve(to, symbol));
  if (unknown.length > 0)
    return violation('unknown_symbol', `${to || '.'} does not export ${unknown.join(', ')}`, unknown);
  if (contains(to, from)) return violation('parent', `${from} uses ${to || '.'}, which it is a part of`);
  const owner = ownerOf(to, known);
  if (owner !== undefined && owner !== from && !contains(owner, from))
    return violation('submodule', `${to} is inside ${owner || '.'}; use what ${owner || '.'} exports`);
  return undefined;
}

/** The nearest module that a module lies in. */
function ownerOf(dir: string, known: ReadonlySet<string>): string | undefined {
  for (let at = dir.lastIndexOf('/'); at !== -1; at = dir.lastIndexOf('/', at - 1)) {
    const above = dir.slice(0, at);
    if (known.has(above)) return above;
  }
  return dir !== '' && known.has('') ? '' : undefined;
}

/** Whether `inner` lies below `outer`. */
function contains(outer: string, inner: string): boolean {
  return outer !== inner && (outer === '' || inner.startsWith(`${outer}/`));
}
