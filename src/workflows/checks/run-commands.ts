import type { Host } from '../../host/host.ts';
import { runSandboxed } from '../../host/sandbox/run.ts';
import { RUN_TAG } from '../../work/ids.ts';
import type { CheckResult } from './check-result.ts';
import type { RepoSettings } from '../engine/settings.ts';

interface Around {
  host: Host;
  settings: Pick<RepoSettings, 'check_timeout_secs'>;
  run: { id: string };
  signal: AbortSignal;
}

const KEPT = 8_000;

/** Runs commands of the configuration one after the other in the sandbox, without a shell; the first failure ends it. */
export async function runCommands(
  { host, settings, run, signal }: Around,
  cwd: string,
  wanted: readonly (readonly string[])[],
): Promise<Omit<CheckResult, 'commit'>> {
  const commands: CheckResult['commands'] = [];
  for (const [program = '', ...args] of wanted) {
    const command = [program, ...args].join(' ');
    const began = host.clock.monotonic();
    const done = await runSandboxed(host, program, args, {
      cwd,
      configured: true,
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
