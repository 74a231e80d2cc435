import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { AutodevError } from '../work/errors.ts';
import type { Box } from './box/box.ts';
import { encloseInBox } from './box/enclose.ts';
import { NETWORK_ENV } from './box/network.ts';
import { systemClock } from './clock.ts';
import { containment, enclose, type Containment } from './enclose.ts';
import { exists } from './files.ts';
import { findProgram } from './find-program.ts';
import type { Exit, Processes, StartOptions } from './process.ts';
import { processTable } from './proctable.ts';
import { signalProcess, trackProcesses } from './reap.ts';

export interface ContainOptions {
  cwd: string;
  env: StartOptions['env'];
  /** The variable of `env` whose value belongs to this run alone. */
  mark: string;
  stdin?: 'ignore' | 'pipe';
  /** A folder that the program may not change. Only a namespace can promise that. */
  readOnly?: string | undefined;
  /** Files that are empty for the program. Only a namespace can promise that. */
  hidden?: readonly string[] | undefined;
  /** What it sees, may write and can reach; without one that is whatever we can. Only where a box works. */
  box?: Box | undefined;
  containment?: Containment | undefined;
}

export interface Contained {
  pid: number;
  stdin: Writable | null;
  stdout: Readable;
  stderr: Readable;
  exited: Promise<Exit>;
  /** Asks it to end (SIGINT to the program alone), waits, then ends everything. Resolves when nothing is alive. */
  stop(graceMs: number): Promise<void>;
  /** Ends what the program has left behind. Resolves when nothing is alive. */
  reap(): Promise<void>;
}

export async function startContained(
  processes: Processes,
  command: string,
  args: readonly string[],
  options: ContainOptions,
): Promise<Contained> {
  const { cwd, mark, box, readOnly, hidden = [], stdin = 'ignore' } = options;
  const env = box === undefined ? options.env : { ...options.env, ...NETWORK_ENV };
  const how = box === undefined ? (options.containment ?? (await containment(processes, env))) : 'namespace';
  const start = { cwd, env, stdin, ownGroup: true };
  if (!(await exists(cwd))) throw new AutodevError('io', `the working directory ${cwd} does not exist`);
  // Bubblewrap would only say so on standard error, and exit as if the program had failed.
  const place = command.includes('/') ? resolve(cwd, command) : command;
  if ((await findProgram(place, env['PATH'] ?? '')) === undefined) {
    throw new AutodevError('not_found', `cannot run ${command}: not found`);
  }
  const enclosed =
    box === undefined
      ? enclose(how, command, args, [
          ...(readOnly === undefined ? [] : ['--ro-bind', readOnly, readOnly]),
          ...hidden.flatMap((path) => ['--ro-bind', '/dev/null', path]),
        ])
      : await encloseInBox(box, command, args, { cwd, env, voided: hidden });
  const child = await processes.start(enclosed.command, enclosed.args, start);
  const tracker = trackProcesses(
    { root: child.pid, variable: mark, value: env[mark] ?? '' },
    // Elsewhere no process can leave, so there is nothing to remember.
    how === 'tree',
  );
  let running = true;
  const exited = child.exited.finally(() => {
    running = false;
  });
  const reap = async () => {
    tracker.close();
    // With the first process of a namespace all of it ends. A reaper must be the last to go instead: what
    // loses its parent comes to it.
    if (how === 'namespace') child.kill('SIGKILL');
    await tracker.kill();
    await exited;
    await drained([child.stdout, child.stderr]);
  };
  return {
    pid: child.pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    reap,
    stop: async (graceMs) => {
      if (running && (await interrupt(child.pid, enclosed.depth))) {
        await wait(graceMs, exited);
      }
      await reap();
    },
  };
}

/** SIGINT to the program alone: a signal to the group would also end what encloses it. */
async function interrupt(root: number, depth: number): Promise<boolean> {
  const table = await processTable();
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
