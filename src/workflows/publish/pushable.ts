import type { Forge } from '../../forge/forge.ts';
import { AutodevError } from '../../work/errors.ts';
import type { WorkContext } from '../engine/steps/context.ts';
import { Dropped } from '../engine/stops/interruptions.ts';
import { pullTrusted } from '../screen.ts';

/** Branches that we make. Everything else is somebody's. */
const OURS = /^autodev\/[a-z][a-z-]*-[1-9][0-9]*$/;

/**
 * Why nothing may be pushed to a branch, whoever asks; undefined when it may. From what the forge says at this moment:
 * a branch that others build on is changed by pull requests alone.
 */
export async function branchProblem(forge: Forge, repo: string, branch: string): Promise<string | undefined> {
  if (branch === (await forge.repository(repo)).defaultBranch) return `${branch} is the default branch`;
  if (await forge.isProtected(repo, branch)) return `${branch} is protected`;
  const [into] = await forge.pullsInto(repo, branch);
  return into === undefined ? undefined : `#${into.number} is to be merged into ${branch}`;
}

/**
 * Throws unless the branch is one of ours, or the head of the open pull request that is being worked on and whose author
 * and owner have our trust at this moment.
 */
export async function refuseForeignBranch(
  context: Pick<WorkContext, 'forge' | 'trusts' | 'settings'>,
  push: { repo: string; branch: string; pull?: number | undefined },
): Promise<void> {
  const { forge } = context;
  const { repo, branch, pull } = push;
  const problem =
    (await branchProblem(forge, repo, branch)) ??
    (pull === undefined
      ? OURS.test(branch)
        ? undefined
        : `${branch} is none of our branches`
      : await pullProblem(forge, repo, branch, pull));
  if (problem === undefined) {
    const trusted = pull === undefined ? undefined : await pullTrusted(await forge.pull(repo, pull), context);
    if (trusted?.take === false) throw new Dropped(trusted.reason);
    return;
  }
  throw new AutodevError('refused', `nothing was pushed to ${branch}`, {
    why: problem,
    hint: 'the work is kept; a person can take it from there',
  });
}

async function pullProblem(
  forge: Forge,
  repo: string,
  branch: string,
  number: number,
): Promise<string | undefined> {
  const { state, head } = await forge.pull(repo, number);
  if (state !== 'open') return `#${number} is ${state}`;
  return head.repo === repo && head.ref === branch ? undefined : `${branch} is not the head of #${number}`;
}
