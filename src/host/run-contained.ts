import type { Box } from './box/box.ts';
import { prepareBox } from './box/prepare.ts';
import { boxInForce } from './box/works.ts';
import { collect } from './collect.ts';
import { startContained } from './contain.ts';
import type { Host } from './host.ts';
import type { Finished } from './process.ts';
import { temporaryFolder } from './temporary.ts';

export interface RunContainedOptions {
  cwd: string;
  env: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Output past this is dropped and `truncated` is set. */
  maxOutputBytes: number;
  signal?: AbortSignal | undefined;
}

/** Differs for every program, so that ending one spares whatever else the same run has going. */
const MARK = 'AUTODEV_PROGRAM';
const STDERR_CAP = 1024 * 1024;

type Doors = Pick<Host, 'processes' | 'clock' | 'random' | 'box'>;

/**
 * Runs a program that an agent may have written to its end, or to the end of its time, in a box where there is one.
 * Nothing it has started is alive when this resolves or rejects.
 */
export async function runContained(
  host: Doors,
  command: string,
  args: readonly string[],
  options: RunContainedOptions,
): Promise<Finished> {
  options.signal?.throwIfAborted();
  const rules = await boxInForce(host, options.env);
  if (rules === undefined) return runIn(host, command, args, options);
  const scratch = await temporaryFolder(host.random, options.env['TMPDIR']);
  const refused = new Set<string>();
  const box = await prepareBox(
    { rules, scratch: scratch.path, worktree: { path: options.cwd, write: true } },
    { refused: (where, why) => void refused.add(`autodev: ${where} ${why}\n`) },
  );
  const env = { ...options.env, TMPDIR: scratch.path };
  try {
    const done = await runIn(host, command, args, { ...options, env }, box);
    // Programs rarely pass on why they could not reach something.
    return { ...done, stderr: `${done.stderr}${[...refused].join('')}` };
  } finally {
    await box.close();
    await scratch.remove();
  }
}

async function runIn(
  host: Doors,
  command: string,
  args: readonly string[],
  options: RunContainedOptions,
  box?: Box,
): Promise<Finished> {
  const { cwd, timeoutMs, maxOutputBytes, signal } = options;
  const program = await startContained(host.processes, command, args, {
    cwd,
    env: { ...options.env, [MARK]: host.random.hex(12) },
    mark: MARK,
    box,
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
    stderr: err.bytes().toString('utf8'),
    truncated: out.cut() || err.cut(),
    timedOut,
  };
}
