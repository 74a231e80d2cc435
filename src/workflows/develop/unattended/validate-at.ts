import { runCommands } from '../../checks/run-commands.ts';
import type { StepContext } from '../../engine/steps/context.ts';
import { plannedFiles, type CheckpointPlan } from '../checkpoints/plan.ts';
import { validate, type Validated } from '../checkpoints/validate.ts';

/**
 * Validations of a plan as the checks are run: on a clean checkout of exactly this commit, after the configured set-up.
 * A test runner that the session replaced among what git ignores has no say in whether its own work passes.
 */
export async function validateAt(
  context: StepContext,
  plan: readonly CheckpointPlan[],
  commit: string,
): Promise<Validated[]> {
  const { host, settings, signal, workspaces, input } = context;
  return workspaces.checkout(input.repo, commit, async (cwd) => {
    const prepared = await runCommands(context, cwd, settings.setup);
    const results: Validated[] = [];
    for (const checkpoint of plan) {
      if (!prepared.ok) {
        // It passed on the base, before the session: what broke it is the session's to mend.
        const command = prepared.commands.at(-1)?.command ?? '';
        results.push({ ok: false, command, output: prepared.output, failure: 'LOGIC_ERROR' });
        continue;
      }
      results.push(
        await validate(host, cwd, checkpoint.validation, {
          signal,
          planned: plannedFiles([checkpoint]),
          timeoutMs: settings.check_timeout_secs * 1_000,
          checks: settings.checks,
        }),
      );
    }
    return results;
  });
}
