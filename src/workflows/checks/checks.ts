import type { CheckResult } from './check-result.ts';
import type { StepContext } from '../engine/steps/context.ts';
import type { StepResult } from '../engine/flow.ts';
import { runCommands } from './run-commands.ts';
import { ensureCommits } from '../worktree-at.ts';

/**
 * The step that runs the checks on the newest kept commit, or on `otherwise` where nothing was changed. They run on a
 * clean checkout of exactly that commit: whatever else a session left in its worktree, a replaced test runner among
 * what git ignores, has no say, and what the checks leave behind is in no commit.
 */
export async function checkKept(context: StepContext, otherwise: string): Promise<StepResult<CheckResult>> {
  const commit = context.history.lastCommit() ?? otherwise;
  await ensureCommits(context, commit);
  const result = await context.workspaces.checkout(context.input.repo, commit, async (cwd) => {
    const { setup, checks } = context.settings;
    return { ...(await runCommands(context, cwd, [...setup, ...checks])), commit };
  });
  return {
    result,
    summary: `checks ${result.ok ? 'passed' : 'failed'} on ${commit.slice(0, 7)}`,
  };
}
