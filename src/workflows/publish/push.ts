import { AutodevError } from '../../work/errors.ts';
import type { StepContext } from '../engine/steps/context.ts';
import { Quarantined } from '../engine/stops/interruptions.ts';
import { keptAs } from '../engine/stops/kept-work.ts';
import { limitsOf, newProblems, type PatchLimits, type PatchSize } from './patch-limits.ts';
import { patchReasons } from './patch-reasons.ts';
import { pushedCommits, type PushIntent } from './push-record.ts';
import { refuseForeignBranch } from './pushable.ts';
import { openScanner } from './scanner.ts';
import { placeOf } from './secrets.ts';

interface Push {
  commit: string;
  branch: string;
  expected?: string;
  /** What it changes, and the limits under which nobody had to be asked or a person said yes. */
  change: { work: PatchSize; limits: PatchLimits };
}

/**
 * The one way a commit gets to the forge: to a branch of ours, or (with `expected`) to the head of the item's pull
 * request, with a lease on where the branch was when we looked.
 */
export async function pushBranch(context: StepContext, push: Push): Promise<void> {
  const { workspaces, ledger, input } = context;
  const { commit, branch } = push;
  await ledger.perform({
    kind: 'push',
    target: `${branch} ${commit}`,
    intent: { branch, sha: commit } satisfies PushIntent,
    find: async () =>
      (await workspaces.remoteHead(input.repo, branch)) === commit ? { sha: commit } : undefined,
    prepare: async () => {
      const pull = push.expected === undefined ? undefined : input.number;
      await refuseForeignBranch(context, { repo: input.repo, branch, pull });
      const expected = push.expected ?? (await ownHead(context, push));
      await refuseRewrite(context, push);
      await refuseOverLimits(context, push);
      await refuseSecrets(context, push);
      return async () => {
        await workspaces.push(input.repo, { commit, branch, expected });
        return { sha: commit };
      };
    },
  });
}

/** What stands in a pull request is only ever added to: a commit beside its head would undo what others saw there. */
async function refuseRewrite(
  { workspaces, input }: StepContext,
  { commit, branch, expected }: Push,
): Promise<void> {
  if (expected === undefined || (await workspaces.isAncestor(input.repo, expected, commit))) return;
  throw new AutodevError('refused', `${commit} would rewrite ${branch}`, {
    why: `it does not contain ${expected}, which is its head`,
  });
}

/** A path that was protected, or a limit that was lowered, while the work waited: nobody has said yes to that. */
async function refuseOverLimits(context: StepContext, { commit, change }: Push): Promise<void> {
  const settings = await context.settingsNow();
  const problems = newProblems(change.work, change.limits, limitsOf(settings));
  if (problems.length === 0) return;
  const reasons = patchReasons(problems, settings.language).join('; ');
  throw new Quarantined(`nothing was pushed: ${reasons}; ${keptAs(commit.slice(0, 12))}`);
}

/**
 * The last look before anything leaves, at exactly the commits that the forge does not have: the step that made them
 * looked as well, but what is pushed is what counts.
 */
async function refuseSecrets(
  { workspaces, host, input }: StepContext,
  { commit, branch }: Push,
): Promise<void> {
  const leaving = await workspaces.leaving(input.repo, commit);
  if (leaving.truncated) throw new Quarantined('nothing was pushed: it is too much to be looked through');
  const scanner = openScanner(host.secrets);
  const [found] = await scanner.published(leaving);
  const [inName] = await scanner.places(branch);
  if (found !== undefined || inName !== undefined) {
    const where = found === undefined ? "the branch's name" : placeOf(found);
    throw new Quarantined(`nothing was pushed: ${found?.kind ?? inName?.kind} in ${where}`);
  }
}

/**
 * Where a branch of ours stands on the forge: absent, or where one of our own pushes left it. What somebody else
 * pushed there is theirs; it is never overwritten. (Without a record, as with a new store, our commits are known
 * by their author.)
 */
async function ownHead(context: StepContext, { branch, commit }: Push): Promise<string | null> {
  const { workspaces, store, input, work, forge } = context;
  const head = await workspaces.remoteHead(input.repo, branch);
  if (head === null || (await pushedCommits(store, work)).includes(head)) return head;
  if (await workspaces.isOurs(input.repo, head)) {
    const [open] = await forge.pullsFrom(input.repo, branch, { state: 'open' });
    if (open === undefined || (await workspaces.isAncestor(input.repo, head, commit))) return head;
    throw new AutodevError(
      'forge_conflict',
      `#${open.number} is open from ${branch}, and was improved there`,
      {
        why: 'pushing this work would undo what was done in the pull request since',
        hint: `merge or close #${open.number}, then let autodev try again`,
      },
    );
  }
  throw new AutodevError('forge_conflict', `somebody else has pushed to ${branch}`, {
    hint: 'merge or delete that branch, then let autodev try again',
  });
}
