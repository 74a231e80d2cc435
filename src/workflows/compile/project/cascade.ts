import type { Target } from '../../../spec/compile/plan.ts';
import { diffOfModule } from '../../../spec/diff/project.ts';
import type { Project } from './project.ts';

/** The modules whose used Exports really change when the targets do what their specs say. */
export async function dependentTargets(
  { root, graph, status }: Pick<Project, 'root' | 'graph' | 'status'>,
  targets: readonly Target[],
): Promise<Target[]> {
  const known = new Set(targets.map(({ dir }) => dir));
  const found = new Map<string, Target>();
  for (const { dir, mode } of targets) {
    if (mode === 'create') continue;
    const { added, removed, modified } = await diffOfModule(root, dir);
    const changed = new Set([...added, ...removed, ...modified.map(({ name }) => name)]);
    for (const { from, to, symbols } of graph.edges) {
      const isHit = symbols.length === 0 ? changed.size > 0 : symbols.some((name) => changed.has(name));
      if (to !== dir || known.has(from) || !isHit) continue;
      const mine = status.targets.find((one) => one.dir === from);
      found.set(from, {
        dir: from,
        reasons: mine?.reasons ?? [],
        mode: mine?.mode ?? 'update',
        after: [...(found.get(from)?.after ?? []), dir],
      });
    }
  }
  return [...found.values()];
}
