import { repositoryHasNoHooks, repositoryRunsNothing } from './shell/git-repository.ts';
import type { Held } from './state.ts';
import type { Surroundings } from './surroundings.ts';

/** Tools by which Claude Code itself makes a worktree: a branch, files, and the repository's post-checkout hook. */
export const WORKTREE_TOOLS = new Set(['Task', 'Agent', 'Workflow', 'EnterWorktree', 'ExitWorktree']);

/** Why a worktree may not be made, or taken away, by the session itself; null where none is asked for, or nothing is held. */
export function judgeWorktree(
  around: Surroundings,
  tool: string,
  given: Record<string, unknown>,
  states: readonly Held[],
): string | null {
  if (!asksForWorktree(tool, given)) return null;
  const why = states.map((state) => state.write ?? state.finish).find((reason) => reason !== null);
  if (why !== undefined) return `${tool} with a worktree of its own, which changes the repository: ${why}`;
  const roots = states.map(({ root }) => root);
  const isStill = roots.every(
    (root) => repositoryHasNoHooks(around.look, root) && repositoryRunsNothing(around, root, roots),
  );
  if (isStill) return null;
  return `${tool} with a worktree of its own: git would run the hooks or filters of this repository outside the sandbox. Use \`git worktree add\` instead`;
}

function asksForWorktree(tool: string, given: Record<string, unknown>): boolean {
  if (tool === 'EnterWorktree' || tool === 'ExitWorktree') return true;
  // A workflow's script starts agents with options of its own; one in a file is not seen.
  if (tool === 'Workflow')
    return typeof given['script'] !== 'string' || given['script'].includes('isolation');
  return given['isolation'] !== undefined;
}
