import type { StepContext } from './engine/steps/context.ts';
import type { OpenAt } from './workspace/workspaces.ts';

/** The item's worktree at exactly this commit, with nothing of a step before in it. */
export async function worktreeAt(context: StepContext, name: string, at: OpenAt): Promise<string> {
  await ensureCommits(context, at.commit, ...(at.configFrom === undefined ? [] : [at.configFrom]));
  return context.workspaces.open(context.input.repo, name, at);
}

/** Fetches when the base clone lacks one of these commits. */
export async function ensureCommits({ workspaces, input }: StepContext, ...commits: string[]): Promise<void> {
  for (const commit of commits) {
    const known = await workspaces.has(input.repo, commit).catch(() => false);
    if (!known) {
      await workspaces.refresh(input.repo);
      return;
    }
  }
}
