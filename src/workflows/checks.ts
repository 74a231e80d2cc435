import { runContained } from '../host/run-contained.ts';
import { RUN_TAG } from '../work/ids.ts';
import type { StepContext } from './engine/context.ts';
import type { StepResult } from './engine/flow.ts';
import { worktreeAt } from './worktree-at.ts';

export interface CheckResult {
  ok: boolean;
  commands: { command: string; ok: boolean; durationMs: number }[];
  /** The end of the failing command's output: what the next attempt is shown. */
  output: string;
}

const KEPT = 8_000;

/** The step that runs the checks on the newest kept commit, or on `otherwise` where nothing was changed. */
export async function checkKept(
  context: StepContext,
  at: { folder: string; branch: string; otherwise: string },
): Promise<StepResult> {
  const commit = context.history.lastCommit() ?? at.otherwise;
  const cwd = await worktreeAt(context, at.folder, { commit, branch: at.branch });
  const result = await runChecks(context, cwd);
  return { result, summary: result.ok ? 'checks passed' : 'checks failed' };
}

/** Runs the repository's checks in a worktree, one after the other, without a shell; the first failure ends it. */
async function runChecks(context: StepContext, cwd: string): Promise<CheckResult> {
  const { host, settings, signal, run } = context;
  const commands: CheckResult['commands'] = [];
  for (const [program = '', ...args] of settings.checks) {
    const command = [program, ...args].join(' ');
    const began = host.clock.monotonic();
    const done = await runContained(host, program, args, {
      cwd,
      env: { ...host.env, [RUN_TAG]: run.id, CI: 'true' },
      timeoutMs: settings.check_timeout_secs * 1_000,
      maxOutputBytes: 4 * 1024 * 1024,
      signal,
    });
    const ok = done.code === 0 && !done.timedOut;
    commands.push({ command, ok, durationMs: host.clock.monotonic() - began });
    if (!ok) {
      const text = `${done.stdout.toString('utf8')}\n${done.stderr}`.trim();
      const how = done.timedOut
        ? `took longer than ${settings.check_timeout_secs} s`
        : `exit code ${done.code ?? done.signal ?? '?'}`;
      return { ok: false, commands, output: `$ ${command}\n${text.slice(-KEPT)}\n(${how})` };
    }
  }
  return { ok: true, commands, output: '' };
}
