import { workId } from '../../work/ids.ts';
import type { Pull } from '../../work/pull.ts';
import type { WorkContext } from '../engine/steps/context.ts';
import type { MergeFacts } from './input.ts';

/**
 * The pull request below this one: its base is that one's head. What was seen stacked once is remembered, because a
 * branch from which something was merged long ago is no stack. A protected branch is a goal of its own, not a step.
 */
export async function stackOf(
  pull: Pull,
  { forge, store }: Pick<WorkContext, 'forge' | 'store'>,
): Promise<MergeFacts['stack']> {
  const { repo, number, base } = pull;
  if (pull.state !== 'open' || base.ref === (await forge.repository(repo)).defaultBranch) return null;
  const key = `stacked ${workId('merge', repo, number)}`;
  const [below] = (await forge.pullsFrom(repo, base.ref, { state: 'open' })).filter(
    (each) => each.number !== number,
  );
  if (below !== undefined) {
    if (await forge.isProtected(repo, base.ref)) return null;
    await store.meta.set(key, `${below.number} ${base.ref}`);
    return { kind: 'open', number: below.number, base: below.base.ref };
  }
  const [seen, ref] = (await store.meta.get(key))?.split(' ') ?? [];
  // It was moved to another base since.
  if (seen === undefined || ref !== base.ref) return null;
  const parent = await forge.pull(repo, Number(seen));
  if (parent.state === 'open') return null;
  return { kind: parent.merged ? 'merged' : 'closed', number: parent.number, base: parent.base.ref };
}
