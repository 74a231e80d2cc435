import { AutodevError } from '../../work/errors.ts';
import type { DependencyGraph, Edge } from '../graph/graph.ts';

/** Who has to follow when a module or one of its symbols changes. */
export interface Impact {
  source: string;
  /** Uses it: must be compiled again. */
  direct: string[];
  /** Uses one that uses it: should be. */
  transitive: string[];
  /** Circles that the source or anything affected is part of. */
  cycles: string[][];
}

/** `what` is a module's folder, `folder/CLAUDE.md`, `folder/CLAUDE.md#symbol`, or a symbol's name. */
export function impactOf(graph: DependencyGraph, what: string): Impact {
  const { source, targets, symbol } = locate(graph, what);
  const uses = (edge: Edge) =>
    targets.has(edge.to) &&
    !targets.has(edge.from) &&
    // A module used as a whole may be used for any of its symbols.
    (symbol === undefined || edge.symbols.length === 0 || edge.symbols.includes(symbol));
  const direct = [...new Set(graph.edges.filter(uses).map(({ from }) => from))].sort();
  const users = new Map<string, string[]>();
  for (const { from, to } of graph.edges) {
    const known = users.get(to);
    if (known === undefined) users.set(to, [from]);
    else known.push(from);
  }
  const seen = new Set([...targets, ...direct]);
  const transitive: string[] = [];
  const waiting = [...direct];
  for (let dir = waiting.pop(); dir !== undefined; dir = waiting.pop()) {
    for (const user of users.get(dir) ?? []) {
      if (seen.has(user)) continue;
      seen.add(user);
      transitive.push(user);
      waiting.push(user);
    }
  }
  const cycles = graph.cycles.filter((cycle) => cycle.some((dir) => seen.has(dir)));
  return { source, direct, transitive: transitive.sort(), cycles };
}

interface Located {
  source: string;
  targets: ReadonlySet<string>;
  symbol?: string;
}

function locate(graph: DependencyGraph, what: string): Located {
  const hash = what.indexOf('#');
  const path = (hash === -1 ? what : what.slice(0, hash)).replace(/^\.\/(?=.)/, '').replace(/(?<=.)\/+$/, '');
  const dir = path === 'CLAUDE.md' || path === '' ? '.' : path.replace(/\/CLAUDE\.md$/, '');
  const node = graph.nodes.find((candidate) => candidate.dir === dir);
  if (hash !== -1) {
    const symbol = what.slice(hash + 1);
    if (node === undefined) throw notFound(`no module ${dir}`, graph, dir);
    if (!node.exports.includes(symbol)) throw notFound(`${dir} does not export ${symbol}`, graph, symbol);
    return { source: what, targets: new Set([dir]), symbol };
  }
  if (node !== undefined) return { source: dir, targets: new Set([dir]) };
  const owners = graph.nodes.filter(({ exports }) => exports.includes(what)).map((owner) => owner.dir);
  if (owners.length === 0) throw notFound(`neither a module nor an exported symbol: ${what}`, graph, what);
  return { source: what, targets: new Set(owners), symbol: what };
}

function notFound(message: string, graph: DependencyGraph, word: string): AutodevError {
  const near = graph.nodes
    .flatMap(({ dir, exports }) => [dir, ...exports])
    .filter((name) => name.toLowerCase().includes(word.toLowerCase()))
    .slice(0, 5);
  return new AutodevError('not_found', message, {
    hint: near.length > 0 ? `close to it: ${near.join(', ')}` : 'see autodev spec index',
  });
}
