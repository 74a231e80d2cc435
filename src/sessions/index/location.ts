import { join } from 'node:path';
import type { Roots } from '../locate/roots.ts';
import { slugOf } from '../locate/slug.ts';

/** `~/.claude/suggest-workflow-index/{project}/index.db`; `all` holds every project (no path has that slug). */
export function indexPath(roots: Roots, project: string | undefined): string {
  const name = project === undefined ? 'all' : slugOf(project).slice(0, 200);
  return join(roots.main, 'suggest-workflow-index', name, 'index.db');
}
