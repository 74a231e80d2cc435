import { AutodevError } from '../work/errors.ts';
import type { StepContext } from './engine/context.ts';

/** Pushes a commit to a branch of the forge, with a lease on where the branch was when we looked. */
export async function pushBranch(
  context: StepContext,
  push: { commit: string; branch: string; expected?: string },
): Promise<void> {
  const { workspaces, ledger, input } = context;
  const { commit, branch } = push;
  await ledger.perform({
    kind: 'push',
    target: `${branch} ${commit}`,
    intent: { branch, sha: commit },
    find: async () =>
      (await workspaces.remoteHead(input.repo, branch)) === commit ? { sha: commit } : undefined,
    write: async () => {
      const expected = push.expected ?? (await ownHead(context, branch));
      await workspaces.push(input.repo, { commit, branch, expected });
      return { sha: commit };
    },
  });
}

/**
 * Where a branch of ours stands on the forge: absent, or where one of our own pushes left it. What somebody else
 * pushed there is theirs; it is never overwritten. (Without a record, as with a new store, our commits are known
 * by their author.)
 */
async function ownHead(context: StepContext, branch: string): Promise<string | null> {
  const { workspaces, store, input, work } = context;
  const head = await workspaces.remoteHead(input.repo, branch);
  if (head === null) return null;
  const pushed = (await store.effects.ofKind(work, 'push')).map(
    (effect) => (effect.intent as { sha: string }).sha,
  );
  if (pushed.includes(head) || (await workspaces.isOurs(input.repo, head))) return head;
  throw new AutodevError('forge_conflict', `somebody else has pushed to ${branch}`, {
    hint: 'merge or delete that branch, then let autodev try again',
  });
}
