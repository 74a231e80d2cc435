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
      const expected = push.expected ?? (await workspaces.remoteHead(input.repo, branch));
      await workspaces.push(input.repo, { commit, branch, expected });
      return { sha: commit };
    },
  });
}
