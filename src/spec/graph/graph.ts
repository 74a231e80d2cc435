import { folderOf } from '../references/canonical.ts';
import type { Modules } from '../symbols/modules.ts';
import { resolver, type Resolve } from '../symbols/resolve.ts';
import { violationOf, type Violation } from './boundary.ts';
import { findCycles } from './cycles.ts';
import { targetOf, type Exists } from './target.ts';

/** Modules and what they use of each other. Folders are relative to the root, `.` for the root itself. */
export interface DependencyGraph {
  nodes: { dir: string; summary: string; exports: string[] }[];
  edges: Edge[];
  /** Modules that need each other, directly or by way of others. */
  cycles: string[][];
  violations: Violation[];
}

export interface Edge {
  from: string;
  to: string;
  /** What is named of the target; empty when it is used as a whole. */
  symbols: string[];
  /** The target is a module, and it has all of the symbols. */
  valid: boolean;
}

/** From declared internal dependencies and from cross references. `exists` says whether a path is in the project. */
export function dependencyGraph(modules: Modules, exists: Exists): DependencyGraph {
  const dirs = modules.dirs();
  const known = new Set(dirs);
  const resolve = resolver(modules);
  const edges = new Map<string, Edge>();
  const violations: Violation[] = [];
  const nodes: DependencyGraph['nodes'] = [];

  for (const dir of dirs) {
    const record = modules.record(dir);
    if (record === undefined) continue;
    nodes.push({
      dir: shown(dir),
      summary: record.summary,
      exports: [...new Set(record.symbols.map(({ name }) => name))],
    });
    for (const { path, symbols, line } of record.dependencies) {
      const to = targetOf(dir, path, known, exists);
      if (to === dir) continue;
      addUse(edges, { from: dir, to, symbols, line, known, resolve });
      const violation = violationOf({ from: dir, to, symbols, line }, known, resolve);
      if (violation !== undefined) violations.push(violation);
    }
    for (const { path, symbol, line } of record.references) {
      const to = folderOf(path);
      if (to === dir) continue;
      addUse(edges, { from: dir, to, symbols: [symbol], line, known, resolve });
      // What a reference does not find is reported by validate; here only its direction counts.
      const violation = known.has(to)
        ? violationOf({ from: dir, to, symbols: [], line }, known, resolve)
        : undefined;
      if (violation !== undefined) violations.push(violation);
    }
  }
  const list = [...edges.values()];
  const inside = new Set(nodes.map(({ dir }) => dir));
  return { nodes, edges: list, cycles: findCycles(list.filter(({ to }) => inside.has(to))), violations };
}

interface Use {
  from: string;
  to: string;
  symbols: readonly string[];
  line: number;
  known: ReadonlySet<string>;
  resolve: Resolve;
}

function addUse(edges: Map<string, Edge>, { from, to, symbols, known, resolve }: Use): void {
  const valid = known.has(to) && symbols.every((symbol) => resolve(to, symbol));
  const key = `${from}\n${to}`;
  const edge = edges.get(key);
  if (edge === undefined) {
    edges.set(key, { from: shown(from), to: shown(to), symbols: [...new Set(symbols)], valid });
    return;
  }
  for (const symbol of symbols) if (!edge.symbols.includes(symbol)) edge.symbols.push(symbol);
  edge.valid &&= valid;
}

export function shown(dir: string): string {
  return dir === '' ? '.' : dir;
}
