import { z } from 'zod';
import type { Store } from '../../store/store.ts';
import { isAutodevError } from '../../work/errors.ts';
import { workId, type WorkId } from '../../work/ids.ts';
import type { Pull } from '../../work/pull.ts';
import type { ReadFrom } from '../engine/items.ts';
import type { StepContext } from '../engine/steps/context.ts';
import { isOurs, marker } from '../marker.ts';
import type { IssueInput } from './input.ts';
import { branchOf } from './place.ts';

/** The line that tells which run opened a pull request. */
export const runMark = ({ run }: Pick<StepContext, 'run'>): string => marker('run', run.id);

/**
 * The pull request that this run opened, whatever people have done with it since: one that they closed is not opened a
 * second time, one that they merged is the end of the work. An older one from the same branch is neither: it is known
 * by another run's mark and another commit.
 */
export async function openedPull(
  context: StepContext<IssueInput>,
  commit: string,
): Promise<Pull | undefined> {
  const { input, forge, work, logins, store } = context;
  const pulls = await forge.pullsFrom(input.repo, branchOf(input), { state: 'all' });
  const open = pulls.find((pull) => pull.state === 'open' && pull.base.ref === input.baseRef);
  if (open !== undefined) return open;
  const ended = await pullsOfEnded(store, work);
  return pulls.find(
    (pull) =>
      isOurs(pull, marker('pull', work), logins) &&
      !ended.includes(pull.number) &&
      (pull.head.sha === commit || pull.body.includes(runMark(context))),
  );
}

const recorded = z.object({ number: z.number() });

/** Those of runs that came to their end: what becomes of them later is no news of this run. */
async function pullsOfEnded(store: Store, work: WorkId): Promise<number[]> {
  const numbers: number[] = [];
  for (const { run, result } of await store.effects.ofKind(work, 'pull')) {
    const made = recorded.safeParse(result).data;
    if (made !== undefined && (await store.runs.get(run))?.status === 'done') numbers.push(made.number);
  }
  return numbers;
}

/** The newest pull request that was opened for an issue, as the forge has it now. */
export async function lastPull(
  { store, forge }: Pick<ReadFrom, 'store' | 'forge'>,
  repo: string,
  number: number,
): Promise<Pull | undefined> {
  const [newest] = await store.effects.ofKind(workId('issue', repo, number), 'pull');
  const made = recorded.safeParse(newest?.result).data;
  if (made === undefined) return undefined;
  try {
    return await forge.pull(repo, made.number);
  } catch (error) {
    if (isAutodevError(error, 'forge_not_found')) return undefined;
    throw error;
  }
}

/** Merged or closed by people meanwhile, or as we left it. */
export function stateOf({ merged, state }: Pick<Pull, 'merged' | 'state'>): 'open' | 'closed' | 'merged' {
  return merged ? 'merged' : state;
}
