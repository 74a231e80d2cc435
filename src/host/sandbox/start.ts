import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { AutodevError } from '../../work/errors.ts';
import type { Sandbox } from './sandbox.ts';
import { bubblewrapCommand } from './bubblewrap.ts';
import type { SandboxKind } from './flags.ts';
import { trySandbox } from './works.ts';
import { NETWORK_ENV } from './egress/network.ts';
import { systemClock } from '../clock.ts';
import {
  processIsolation,
  isolatedCommand,
  type IsolatedCommand,
  type ProcessIsolation,
} from './process-isolation.ts';
import { exists } from '../fs/files.ts';
import { findProgram } from '../process/find-program.ts';
import { withoutInherited } from '../process/inherited.ts';
import type { Processes, Running, StartOptions } from '../process/process.ts';
import type { Exit } from '../process/spawn.ts';
import { processTable } from '../process/process-table.ts';
import { trackProcesses } from '../process/reap.ts';
import { signalProcess } from '../process/signals.ts';

export interface IsolatedOptions {
  cwd: string;
  env: StartOptions['env'];
  /** The variable of `env` whose value belongs to this run alone. */
  mark: string;
  /** The command comes from the configuration; a sandbox then shows where it is installed. */
  configured?: boolean | undefined;
  stdin?: 'ignore' | 'pipe';
  /** A folder that the program may not change. Only a namespace can promise that. */
  readOnly?: string | undefined;
  /** Files that are empty for the program. Only a namespace can promise that. */
  hidden?: readonly string[] | undefined;
  /** What it sees, may write and can reach; without one that is whatever we can. Only where a sandbox works. */
  sandbox?: Sandbox | undefined;
  containment?: ProcessIsolation | undefined;
}

export interface IsolatedProcess {
  pid: number;
  stdin: Writable | null;
  stdout: Readable;
  stderr: Readable;
  exited: Promise<Exit>;
  /** Asks it to end (SIGINT to the program alone), waits, then ends everything. Resolves when nothing is alive. */
  stop(graceMs: number): Promise<void>;
  /** Ends what the program has left behind. Resolves when nothing is alive. */
  reap(): Promise<void>;
  /** Which limits of its sandbox it ran into; known once `reap` has resolved. */
  reached(): readonly string[];
}

export async function startIsolated(
  processes: Processes,
  command: string,
  args: readonly string[],
  options: IsolatedOptions,
): Promise<IsolatedProcess> {
  const { cwd, mark, sandbox, readOnly, hidden = [], stdin = 'ignore' } = options;
  const env = sandbox === undefined ? options.env : { ...options.env, ...NETWORK_ENV };
  const how =
    sandbox === undefined ? (options.containment ?? (await processIsolation(processes, env))) : 'namespace';
  const start: StartOptions = { cwd, env, stdin, ownGroup: true };
  if (!(await exists(cwd))) throw new AutodevError('io', `the working directory ${cwd} does not exist`);
  // Bubblewrap would only say so on standard error, and exit as if the program had failed.
  const place = command.includes('/') ? resolve(cwd, command) : command;
  if ((await findProgram(place, env['PATH'] ?? '')) === undefined) {
    throw new AutodevError('not_found', `cannot run ${command}: not found`);
  }
  const enclosed =
    sandbox === undefined
      ? isolatedCommand(how, command, args, [
          ...(readOnly === undefined ? [] : ['--ro-bind', readOnly, readOnly]),
          ...hidden.flatMap((path) => ['--ro-bind', '/dev/null', path]),
        ])
      : await bubblewrapCommand(await kindOf(processes, env), sandbox, command, args, {
          cwd,
          env,
          voided: hidden,
          configured: options.configured === true,
        });
  const child = await begin(processes, enclosed, start).catch(async (error: unknown) => {
    await enclosed.close?.();
    throw error;
  });
  const tracker = trackProcesses(
    { root: child.pid, variable: mark, value: env[mark] ?? '' },
    // Elsewhere no process can leave, so there is nothing to remember.
    how === 'tree',
  );
  let running = true;
  const exited = child.exited.finally(() => {
    running = false;
  });
  let reached: readonly string[] = [];
  const settle = once(async () => {
    reached = (await enclosed.reached?.(await exited)) ?? [];
    await enclosed.close?.();
  });
  const reap = async () => {
    tracker.close();
    // With the first process of a namespace all of it ends. A reaper must be the last to go instead: what
    // loses its parent comes to it.
    if (how === 'namespace') child.kill('SIGKILL');
    // The kernel knows it by one small file; to look through all processes of the machine takes 30 ms.
    if ((await enclosed.emptied?.()) !== true) await tracker.kill();
    await exited;
    await settle();
    await drained([child.stdout, child.stderr]);
  };
  return {
    pid: child.pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    reap,
    reached: () => reached,
    stop: async (graceMs) => {
      if (running && (await interrupt(child.pid, enclosed.depth))) {
        await wait(graceMs, exited);
      }
      await reap();
    },
  };
}

/** The first process of a sandbox is seen from within, so it has no other descriptors than the program is to have. */
async function begin(processes: Processes, enclosed: IsolatedCommand, start: StartOptions): Promise<Running> {
  const { command, args } = withoutInherited(enclosed, start.env['PATH'] ?? '');
  return processes.start(command, args, start);
}

/** A caller that asked before knows that there is one. */
async function kindOf(processes: Processes, env: StartOptions['env']): Promise<SandboxKind> {
  const { kind, why } = await trySandbox(processes, env);
  if (kind === undefined) throw new AutodevError('gate_closed', 'there is no sandbox here', { why });
  return kind;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}

/** SIGINT to the program alone: a signal to the group would also end what encloses it. */
async function interrupt(root: number, depth: number): Promise<boolean> {
  const table = processTable();
  let program: number | undefined = root;
  for (let level = 0; level < depth; level += 1) {
    const children = table.filter((entry) => entry.parent === program);
    // The oldest: the program is a reaper's child from the start, orphans come to it later.
    program = children.sort((a, b) => Number(a.started) - Number(b.started))[0]?.pid;
  }
  return program !== undefined && signalProcess(program, 'SIGINT');
}

/** Until it is done, but no longer than `ms`. */
async function wait(ms: number, something: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  void something.then(() => done.abort());
  await systemClock.sleep(ms, done.signal).catch(() => {});
}

/** Lets the last output be read; one that got away may hold a pipe open for ever, and is not waited for. */
async function drained(streams: readonly Readable[]): Promise<void> {
  const closed = Promise.all(
    streams.map(
      (stream) => new Promise<void>((resolve) => (stream.closed ? resolve() : stream.once('close', resolve))),
    ),
  );
  await wait(1_000, closed);
  for (const stream of streams) stream.destroy();
}
