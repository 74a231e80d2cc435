import type { Target } from '../../../spec/compile/plan.ts';
import { diffOfModule } from '../../../spec/diff/project.ts';
import { exportsOfFolder } from '../../../spec/exports/project.ts';
import { impactOf } from '../../../spec/impact/impact.ts';
import type { Compilation } from './compilation.ts';
import type { Project } from './project.ts';

/** The signatures that a module's source exports, by name; overloads together. */
type Interface = Map<string, string>;

/** What the modules that are about to be updated export now. A new module has no before. */
export async function interfacesBefore(
  root: string,
  targets: readonly Target[],
): Promise<Map<string, Interface>> {
  const before = new Map<string, Interface>();
  for (const { dir, mode } of targets) if (mode === 'update') before.set(dir, await interfaceOf(root, dir));
  return before;
}

/** Compares what was updated with its spec, and names the modules that a break concerns. */
export async function compareInterfaces(
  { root, graph }: Project,
  before: ReadonlyMap<string, Interface>,
  done: Compilation,
): Promise<void> {
  for (const [dir, was] of before) {
    if (!done.results.some(({ target_dir }) => target_dir === dir)) continue;
    const diff = await diffOfModule(root, dir);
    done.diff.push(diff);
    const is = await interfaceOf(root, dir);
    const isBroken = [...was].some(([name, signature]) => is.get(name) !== signature);
    if (diff.breaking || isBroken) done.impact.push(impactOf(graph, dir));
  }
}

async function interfaceOf(root: string, dir: string): Promise<Interface> {
  const { symbols } = await exportsOfFolder(root, dir);
  const found: Interface = new Map();
  for (const { name, parent, signature } of symbols) {
    const key = parent === undefined ? name : `${parent}.${name}`;
    found.set(key, `${found.get(key) ?? ''}\n${signature}`);
  }
  return found;
}
