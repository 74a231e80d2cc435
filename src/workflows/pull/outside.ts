import { atLeast } from '../../work/issue.ts';
import { isAutodevError } from '../../work/errors.ts';
import type { StepContext } from '../engine/steps/context.ts';
import type { PullInput } from './input.ts';

/**
 * How much a session may be configured by where it works. A fork of somebody who may not write here (the configuration
 * lets them ask for a review all the same) brings nothing, nor does a person's own set-up of the agent apply to it.
 */
export async function inputFrom({
  forge,
  input,
}: Pick<StepContext<PullInput>, 'forge' | 'input'>): Promise<'trusted' | 'untrusted'> {
  const { repo, number } = input;
  const { head } = await forge.pull(repo, number);
  if (head.repo === repo) return 'trusted';
  if (head.owner === null) return 'untrusted';
  const permission = await forge.permission(repo, head.owner).catch((error: unknown) => {
    if (isAutodevError(error, 'forge_unavailable', 'forge_limited')) throw error;
    return 'none' as const;
  });
  return atLeast(permission, 'write') ? 'trusted' : 'untrusted';
}
