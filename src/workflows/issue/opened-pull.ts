import type { Pull } from '../../work/pull.ts';
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
  const { input, forge, work, logins } = context;
  const pulls = await forge.pullsFrom(input.repo, branchOf(input), { state: 'all' });
  const open = pulls.find((pull) => pull.state === 'open' && pull.base.ref === input.baseRef);
  if (open !== undefined) return open;
  return pulls.find(
    (pull) =>
      isOurs(pull, marker('pull', work), logins) &&
      (pull.head.sha === commit || pull.body.includes(runMark(context))),
  );
}

/** Merged or closed by people meanwhile, or as we left it. */
export function stateOf({ merged, state }: Pick<Pull, 'merged' | 'state'>): 'open' | 'closed' | 'merged' {
  return merged ? 'merged' : state;
}
