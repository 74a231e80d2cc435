import type { Sandbox } from './sandbox.ts';
import { prepareSandbox } from './prepare.ts';
import { sandboxInForce } from './works.ts';
import { collect } from '../process/collect.ts';
import { startIsolated } from './start.ts';
import { seatbeltCommand, seatbeltWorks } from './seatbelt/seatbelt.ts';
import type { Host } from '../host.ts';
import type { Finished } from '../process/process.ts';
import { temporaryFolder } from '../fs/temporary.ts';

export interface RunSandboxedOptions {
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** The command comes from the configuration; a sandbox then shows where it is installed. */
  configured?: boolean | undefined;
  timeoutMs: number;
  /** Output past this is dropped and `truncated` is set. */
  maxOutputBytes: number;
  signal?: AbortSignal | undefined;
}

/** Differs for every program, so that ending one spares whatever else the same run has going. */
const MARK = 'AUTODEV_PROGRAM';
const STDERR_CAP = 1024 * 1024;

type Doors = Pick<Host, 'processes' | 'clock' | 'random' | 'sandbox'>;

/**
 * Runs a program that an agent may have written to its end, or to the end of its time, in a sandbox where there is one.
 * Nothing it has started is alive when this resolves or rejects.
 */
export async function runSandboxed(
  host: Doors,
  command: string,
  args: readonly string[],
  options: RunSandboxedOptions,
): Promise<Finished> {
  options.signal?.throwIfAborted();
  const rules = await sandboxInForce(host, options.env);
  if (rules === undefined) return runUnenclosed(host, command, args, options);
  const scratch = await temporaryFolder(host.random, options.env['TMPDIR']);
  const refused = new Set<string>();
  const sandbox = await prepareSandbox(
    { rules, scratch: scratch.path, worktree: { path: options.cwd, write: true } },
    { refused: (where, why) => void refused.add(`autodev: ${where} ${why}\n`) },
  );
  const env = { ...options.env, TMPDIR: scratch.path };
  try {
    const done = await runIn(host, command, args, { ...options, env }, sandbox);
    // Programs rarely pass on why they could not reach something.
    return { ...done, stderr: `${done.stderr}${[...refused].join('')}` };
  } finally {
    await sandbox.close();
    await scratch.remove();
  }
}

/** Where there is no bubblewrap: by `srt` on a Mac that has it, else as it is. */
async function runUnenclosed(
  host: Doors,
  command: string,
  args: readonly string[],
  options: RunSandboxedOptions,
): Promise<Finished> {
  const rules = host.sandbox?.();
  if (rules === undefined || !(await seatbeltWorks(host.processes, options.env)))
    return runIn(host, command, args, options);
  const scratch = await temporaryFolder(host.random, options.env['TMPDIR']);
  try {
    const sandbox = { rules, scratch: scratch.path, worktree: { path: options.cwd, write: true } };
    const enclosed = await seatbeltCommand(sandbox, options.env, command, args);
    const env = { ...options.env, ...enclosed.env };
    return await runIn(host, enclosed.command, enclosed.args, { ...options, env });
  } finally {
    await scratch.remove();
  }
}

async function runIn(
  host: Doors,
  command: string,
  args: readonly string[],
  options: RunSandboxedOptions,
  sandbox?: Sandbox,
): Promise<Finished> {
  const { cwd, timeoutMs, maxOutputBytes, signal } = options;
  const program = await startIsolated(host.processes, command, args, {
    cwd,
    env: { ...options.env, GIT_TERMINAL_PROMPT: '0', [MARK]: host.random.hex(12) },
    mark: MARK,
    configured: options.configured,
    sandbox,
  });
  const out = collect(program.stdout, maxOutputBytes);
  const err = collect(program.stderr, Math.min(maxOutputBytes, STDERR_CAP));
  let timedOut = false;
  const timer = host.clock.after(timeoutMs, () => {
    timedOut = true;
    void program.reap();
  });
  const abort = () => void program.reap();
  signal?.addEventListener('abort', abort, { once: true });
  // Aborted while it was starting: nobody would tell us again.
  if (signal?.aborted) abort();
  const exit = await program.exited;
  timer.cancel();
  signal?.removeEventListener('abort', abort);
  await program.reap();
  await Promise.all([out.ended, err.ended]);
  signal?.throwIfAborted();
  return {
    ...exit,
    stdout: out.bytes(),
    stderr: `${err.bytes().toString('utf8')}${program
      .reached()
      .map((text) => `autodev: ${text}\n`)
      .join('')}`,
    truncated: out.cut() || err.cut(),
    timedOut,
  };
}
