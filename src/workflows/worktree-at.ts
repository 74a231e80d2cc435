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
  if (!(await hasCommit(context, at.commit))) await workspaces.refresh(input.repo);
  return workspaces.open(input.repo, name, { commit: at.commit, branch: at.branch });
}

async function hasCommit({ workspaces, input }: StepContext, commit: string): Promise<boolean> {
  try {
    return await workspaces.has(input.repo, commit);
  } catch {
    return false;
  }
}
