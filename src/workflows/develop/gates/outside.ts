import type { Host } from '../../../host/host.ts';
import { pathsBetween } from '../state/snapshot.ts';
import { ORDER } from './gates.ts';
import type { Trail } from './trail.ts';

export interface OutsideChanges {
  /** Files changed while the work was in DESIGN or REVIEW; documents apart, which is what those phases make. */
  paths: string[];
  /** False when an earlier tree is gone and nothing can be said. */
  known: boolean;
}

const DOCUMENT =
  /\.(md|mdx|txt|adoc|rst|puml|mmd|drawio|svg|png)$|(^|\/)(docs?|design|adr)\/|(^|\/)\.gitignore$/i;

/** A hook that was killed or timed out is an open gate, so the trees at the edges of each phase are compared too. */
export async function changedOutside(host: Host, root: string, trail: Trail): Promise<OutsideChanges> {
  const paths = new Set<string>();
  const plans = new Set(trail.plan_files);
  let known = true;
  let begun: { tree: string | null } | undefined;
  for (const entry of trail.entries) {
    if (entry.kind === 'gate') continue;
    const working = entry.kind === 'phase' && ORDER.indexOf(entry.to) >= ORDER.indexOf('IMPLEMENT');
    if (begun !== undefined && begun.tree !== null && entry.tree !== null && begun.tree !== entry.tree) {
      const changed = await pathsBetween(host, root, begun.tree, entry.tree);
      if (changed === undefined) known = false;
      else for (const path of changed) if (!DOCUMENT.test(path) && !plans.has(path)) paths.add(path);
    }
    begun = working ? undefined : entry;
  }
  return { paths: [...paths].sort(), known };
}
