import { relative, resolve, sep } from 'node:path';
import { systemClock } from '../../host/clock.ts';
import { realpath } from '../../host/fs/real-path.ts';
import { isFolder } from '../../host/fs/sync-files.ts';
import { existsIn } from '../../spec/graph/exists.ts';
import { dependencyGraph } from '../../spec/graph/graph.ts';
import { impactOf } from '../../spec/impact/impact.ts';
import type { Input } from '../command.ts';
import { projectRoot } from './root.ts';

export async function run(input: Input): Promise<void> {
  const { openProject } = await import('../../spec/symbols/project.ts');
  const {
    args: [what = ''],
    io,
    json,
    home,
  } = input;
  const project = await openProject(await projectRoot(input.text('root')), { home, now: systemClock.now() });
  const graph = dependencyGraph(project, existsIn(project.root));
  const known = new Set(graph.nodes.map(({ dir }) => dir));
  const impact = impactOf(graph, known.has(what) ? what : await fromHere(project.root, what));
  if (json) {
    io.out(`${JSON.stringify(impact)}\n`);
    return;
  }
  const list = (title: string, dirs: readonly string[]) =>
    io.out(`${title}: ${dirs.length === 0 ? 'none' : dirs.join(', ')}\n`);
  list('must be compiled again', impact.direct);
  list('should be compiled again', impact.transitive);
  for (const cycle of impact.cycles) io.out(`cycle: ${cycle.join(' ↔ ')}\n`);
}

/** A folder may be named from the root or, as shells complete it, from here. */
async function fromHere(root: string, what: string): Promise<string> {
  const path = resolve(what);
  if (what.includes('#') || !isFolder(path)) return what;
  const inside = relative(root, await realpath(path))
    .split(sep)
    .join('/');
  return inside === '' ? '.' : inside;
}
