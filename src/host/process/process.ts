import type { Readable, Writable } from 'node:stream';
import { AutodevError, messageOf } from '../../work/errors.ts';
import { systemClock, type Clock } from '../clock.ts';
import { collect } from './collect.ts';
import { signalProcess } from './signals.ts';
import { spawnProgram, type Exit } from './spawn.ts';

/** The only door to other programs. Arguments are arrays, never a shell line; the environment is always given. */
export interface StartOptions {
  cwd?: string | undefined;
  /** The whole environment of the child. Nothing is inherited. */
  env: Readonly<Record<string, string>>;
  stdin?: 'ignore' | 'pipe';
  /** A process group of its own, so that a signal can reach all of it. */
  ownGroup?: boolean;
  /** Survives this process (a detached daemon); its output goes nowhere. */
  detached?: boolean;
}

export interface Running {
  pid: number;
  stdin: Writable | null;
  stdout: Readable;
  stderr: Readable;
  exited: Promise<Exit>;
  /** Signals the process, or its whole group when it has its own. False when it is already gone. */
  kill(signal: NodeJS.Signals): boolean;
}

export interface RunOptions extends StartOptions {
  input?: string | Uint8Array;
  timeoutMs?: number;
  /** Output past this is dropped and `truncated` is set. */
  maxOutputBytes?: number;
  signal?: AbortSignal | undefined;
}

export interface Finished extends Exit {
  stdout: Buffer;
  stderr: string;
  truncated: boolean;
  timedOut: boolean;
}

export interface Processes {
  start(command: string, args: readonly string[], options: StartOptions): Promise<Running>;
  run(command: string, args: readonly string[], options: RunOptions): Promise<Finished>;
}

const OUTPUT_CAP = 64 * 1024 * 1024;

async function start(command: string, args: readonly string[], options: StartOptions): Promise<Running> {
  const group = options.ownGroup === true || options.detached === true;
  const { child, exited } = await spawnProgram(command, args, {
    cwd: options.cwd,
    env: options.env,
    detached: group,
    stdio: options.detached ? 'ignore' : [options.stdin ?? 'ignore', 'pipe', 'pipe'],
  }).catch((error: NodeJS.ErrnoException) => {
    // ENOENT is also what a missing working directory gives, so both are named.
    throw error.code === 'ENOENT'
      ? new AutodevError('not_found', `cannot run ${command}: not found`, {
          why: options.cwd === undefined ? undefined : `in ${options.cwd}`,
          cause: error,
        })
      : new AutodevError('io', `cannot run ${command}: ${messageOf(error)}`, { cause: error });
  });
  const pid = child.pid ?? 0;
  if (options.detached) child.unref();
  // A child that ends before reading its input must not bring us down with EPIPE.
  child.stdin?.on('error', () => {});
  return {
    pid,
    stdin: child.stdin,
    stdout: child.stdout as Readable,
    stderr: child.stderr as Readable,
    exited,
    kill: (signal) => signalProcess(group ? -pid : pid, signal),
  };
}

/** Real processes on the given clock. */
export function systemProcesses(clock: Clock = systemClock): Processes {
  return {
    start,
    run: async (command, args, options) => {
      options.signal?.throwIfAborted();
      const cap = options.maxOutputBytes ?? OUTPUT_CAP;
      const child = await start(command, args, {
        ...options,
        ownGroup: true,
        stdin: options.input === undefined ? 'ignore' : 'pipe',
      });
      const out = collect(child.stdout, cap);
      const err = collect(child.stderr, Math.min(cap, 1024 * 1024));
      if (options.input !== undefined) child.stdin?.end(options.input);
      let timedOut = false;
      const timer =
        options.timeoutMs === undefined
          ? undefined
          : clock.after(options.timeoutMs, () => {
              timedOut = true;
              child.kill('SIGKILL');
            });
      const abort = () => child.kill('SIGKILL');
      options.signal?.addEventListener('abort', abort, { once: true });
      // Aborted while it was starting: nobody would tell us again.
      if (options.signal?.aborted) abort();
      const exit = await child.exited;
      timer?.cancel();
      options.signal?.removeEventListener('abort', abort);
      // A grandchild may hold the pipe open after the command itself has ended: it is part of the
      // group, is not wanted any more, and waiting for it would hang.
      const drained = Promise.all([out.ended, err.ended]);
      const grace = clock.after(200, () => child.kill('SIGKILL'));
      const giveUp = clock.after(2_000, () => {
        child.stdout.destroy();
        child.stderr.destroy();
      });
      await drained;
      grace.cancel();
      giveUp.cancel();
      options.signal?.throwIfAborted();
      return {
        ...exit,
        stdout: out.bytes(),
        stderr: err.bytes().toString('utf8'),
        truncated: out.cut() || err.cut(),
        timedOut,
      };
    },
  };
}
