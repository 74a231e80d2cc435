import type { DependencyGraph } from '../graph/graph.ts';
import { byName } from '../references/canonical.ts';
import type { Reason, SpecStatus } from '../status/decide.ts';

/** A module to compile: why, how, and which of the others have to be finished before. */
export interface Target {
  dir: string;
  reasons: Reason[];
  mode: 'create' | 'update';
  after: string[];
}

export interface Plan {
  /** In an order in which every module comes after those it depends on. */
  targets: Target[];
  /** Modules that wait for each other; they cannot be ordered. */
  cyclic: string[];
}

export interface PlanAsked {
  /** `.` is the whole project. */
  path: string;
  incremental: boolean;
  /** Whether the CLAUDE.md at the root specifies a module and is not only about conventions. */
  rootIsModule: boolean;
}

/** What is to be compiled, in the order of the graph. Folders are relative to the root, `.` for the root itself. */
export function planTargets(status: SpecStatus, graph: DependencyGraph, asked: PlanAsked): Plan {
  const known = new Map(status.targets.map((target) => [target.dir, target]));
  const wanted = graph.nodes
    .map(({ dir }) => dir)
    .filter((dir) => isBelow(dir, asked.path))
    .filter((dir) => (dir === '.' ? asked.rootIsModule && !asked.incremental : true))
    .filter((dir) => !asked.incremental || known.has(dir))
    .sort(byName);
  const cyclic = new Set(graph.cycles.flat());
  const mine = new Set(wanted.filter((dir) => !cyclic.has(dir)));
  const targets = [...mine].map((dir): Target => {
    const found = known.get(dir);
    const after = graph.edges.flatMap(({ from, to }) => (from === dir && mine.has(to) ? [to] : []));
    return { dir, reasons: found?.reasons ?? [], mode: found?.mode ?? 'update', after: after.sort(byName) };
  });
  return { targets: ordered(targets), cyclic: wanted.filter((dir) => cyclic.has(dir)) };
}

export function isBelow(dir: string, path: string): boolean {
  return path === '.' || dir === path || dir.startsWith(`${path}/`);
}

/** Wave by wave; within one by name. There are no cycles left, so every wave has somebody in it. */
function ordered(targets: readonly Target[]): Target[] {
  const done = new Set<string>();
  const out: Target[] = [];
  let waiting = [...targets];
  while (waiting.length > 0) {
    const ready = waiting.filter(({ after }) => after.every((dir) => done.has(dir)));
    if (ready.length === 0) throw new Error('a cycle among the targets');
    for (const target of ready) {
      out.push(target);
      done.add(target.dir);
    }
    waiting = waiting.filter(({ dir }) => !done.has(dir));
  }
  return out;
}
