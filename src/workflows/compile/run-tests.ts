import { join } from 'node:path';
import type { Host } from '../../host/host.ts';
import { listFolder, readTextSync } from '../../host/fs/sync-files.ts';
import { runSandboxed } from '../../host/sandbox/run.ts';
import { judgeRun } from '../../spec/runners/judge.ts';
import type { Runner, TestRun } from '../../spec/runners/runner.ts';
import { messageOf } from '../../work/errors.ts';
import { RUN_TAG } from '../../work/ids.ts';

/** Runs a module's tests in its scratch copy. That the runner cannot start is an outcome, not an exception. */
export async function runTests(
  host: Host,
  runner: Runner,
  files: readonly string[],
  at: { scratch: string; run: string; timeoutMs: number; signal: AbortSignal },
): Promise<TestRun> {
  const command = runner.command(files);
  // The sandbox shows the folder a program starts in, and these need the whole copy.
  const [program = '', ...args] =
    runner.cwd === '.'
      ? command
      : ['sh', '-c', 'cd "$1" && shift && exec "$@"', 'sh', runner.cwd, ...command];
  try {
    const done = await runSandboxed(host, program, args, {
      cwd: at.scratch,
      configured: true,
      env: { ...host.env, [RUN_TAG]: at.run, CI: 'true' },
      timeoutMs: at.timeoutMs,
      maxOutputBytes: 8 * 1024 * 1024,
      signal: at.signal,
    });
    return judgeRun(runner.name, {
      code: done.code,
      timedOut: done.timedOut,
      stdout: done.stdout.toString('utf8'),
      stderr: done.stderr,
      report: readReports(join(at.scratch, runner.cwd), runner.report),
    });
  } catch (error) {
    at.signal.throwIfAborted();
    return judgeRun(runner.name, {
      code: null,
      timedOut: false,
      stdout: '',
      stderr: messageOf(error),
      report: '',
    });
  }
}

function readReports(cwd: string, report: string | undefined): string {
  if (report === undefined) return '';
  const slash = report.lastIndexOf('/');
  const folder = join(cwd, report.slice(0, Math.max(slash, 0)));
  const name = report.slice(slash + 1);
  return listFolder(folder)
    .filter(
      (entry) => entry.isFile() && (name === entry.name || (name === '*.xml' && entry.name.endsWith('.xml'))),
    )
    .map((entry) => readTextSync(join(folder, entry.name)) ?? '')
    .join('\n');
}
