import { join } from 'node:path';
import type { Host } from '../../../host/host.ts';
import { listFolder, readTextSync } from '../../../host/fs/sync-files.ts';
import { runSandboxed } from '../../../host/sandbox/run.ts';
import { cannotStart, judgeRun, type RunnerExit } from '../../../spec/runners/judge.ts';
import type { Runner, TestRun } from '../../../spec/runners/runner.ts';
import { messageOf } from '../../../work/errors.ts';
import { RUN_TAG } from '../../../work/ids.ts';

export interface TestPlace {
  scratch: string;
  run: string;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Why the runner cannot start, found before anything is paid; undefined when it can. */
export async function probeRunner(host: Host, runner: Runner, at: TestPlace): Promise<TestRun | undefined> {
  const done = await start(host, runner, runner.probe, at);
  return done.code === 0 ? undefined : cannotStart(runner.name, done);
}

/** Runs a module's tests in its scratch copy. That the runner cannot start is an outcome, not an exception. */
export async function runTests(
  host: Host,
  runner: Runner,
  files: readonly string[],
  at: TestPlace,
): Promise<TestRun> {
  const { folder, name } = reportPlace(join(at.scratch, runner.cwd), runner.report);
  // The report of an earlier run would be taken for that of one that does not come so far.
  if (name !== '') await host.files.remove(join(folder, name === ANY ? '' : name));
  const done = await start(host, runner, runner.command(files), at);
  return judgeRun(runner.name, { ...done, report: readReports(folder, name) });
}

async function start(
  host: Host,
  { cwd }: Runner,
  command: readonly string[],
  { scratch, run, timeoutMs, signal }: TestPlace,
): Promise<Omit<RunnerExit, 'report'>> {
  // The sandbox shows the folder a program starts in, and these need the whole copy.
  const [program = '', ...args] =
    cwd === '.' ? command : ['sh', '-c', 'cd "$1" && shift && exec "$@"', 'sh', cwd, ...command];
  try {
    const done = await runSandboxed(host, program, args, {
      cwd: scratch,
      configured: true,
      env: { ...host.env, [RUN_TAG]: run, CI: 'true' },
      timeoutMs,
      maxOutputBytes: 8 * 1024 * 1024,
      signal,
    });
    const { code, timedOut, stdout, stderr } = done;
    return { code, timedOut, stdout: stdout.toString('utf8'), stderr };
  } catch (error) {
    signal.throwIfAborted();
    return { code: null, timedOut: false, stdout: '', stderr: messageOf(error) };
  }
}

const ANY = '*.xml';

function reportPlace(cwd: string, report = ''): { folder: string; name: string } {
  const slash = report.lastIndexOf('/');
  return { folder: join(cwd, report.slice(0, Math.max(slash, 0))), name: report.slice(slash + 1) };
}

function readReports(folder: string, name: string): string {
  if (name === '') return '';
  return listFolder(folder)
    .filter((entry) => entry.isFile() && (name === ANY ? entry.name.endsWith('.xml') : entry.name === name))
    .map((entry) => readTextSync(join(folder, entry.name)) ?? '')
    .join('\n');
}
