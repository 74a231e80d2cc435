import { exists } from '../host/files.ts';
import type { StepContext } from './engine/context.ts';

/**
 * The item's worktree at exactly this commit. One that is already there, at that commit and clean, is used again
 * (with what the checks installed in it); anything else is made anew.
 */
export async function worktreeAt(
  context: StepContext,
  name: string,
  at: { commit: string; branch: string },
): Promise<string> {
  const { workspaces, host, input } = context;
  const known = workspaces.path(input.repo, name);
  if (await exists(known)) {
    const head = await host.git.run(['rev-parse', 'HEAD'], { cwd: known, ok: [128] });
    const dirty = await host.git.run(['status', '--porcelain', '-z'], { cwd: known, ok: [128] });
    if (head.stdout.toString().trim() === at.commit && dirty.code === 0 && dirty.stdout.length === 0)
      return known;
  }
  await ensureCommits(context, at.commit);
  return workspaces.open(input.repo, name, { commit: at.commit, branch: at.branch });
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
