import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { AutodevError } from '../work/errors.ts';
import { systemClock } from './clock.ts';
import { exists } from './files.ts';
import { findProgram } from './find-program.ts';
import type { Exit, Processes, StartOptions } from './process.ts';
import { processTable } from './proctable.ts';
import { signalProcess, trackProcesses } from './reap.ts';

/**
 * How a program is kept so that nothing it starts outlives it. `namespace`: a PID namespace of its own, which
 * the kernel empties as a whole, also when we are killed. `tree`: its processes are watched and remembered.
 */
export type Containment = 'namespace' | 'tree';

const NAMESPACE = ['--unshare-pid', '--die-with-parent', '--dev-bind', '/', '/', '--proc', '/proc'];
const probed = new WeakMap<Processes, Promise<Containment>>();

/** What this machine offers, found by trying it once. */
export function containment(processes: Processes, env: StartOptions['env']): Promise<Containment> {
  const known = probed.get(processes);
  if (known !== undefined) return known;
  const found = processes.run('bwrap', [...NAMESPACE, '--', 'true'], { env, timeoutMs: 10_000 }).then(
    (done): Containment => (done.code === 0 ? 'namespace' : 'tree'),
    (): Containment => 'tree',
  );
  probed.set(processes, found);
  return found;
}

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
  const how = options.containment ?? (await containment(processes, options.env));
  const { cwd, env, mark, readOnly, hidden = [], stdin = 'ignore' } = options;
  const mounts = [
    ...(readOnly === undefined ? [] : ['--ro-bind', readOnly, readOnly]),
    ...hidden.flatMap((path) => ['--ro-bind', '/dev/null', path]),
  ];
  const start = { cwd, env, stdin, ownGroup: true };
  if (!(await exists(cwd))) throw new AutodevError('io', `the working directory ${cwd} does not exist`);
  // Bubblewrap would only say so on standard error, and exit as if the program had failed.
  const place = command.includes('/') ? resolve(cwd, command) : command;
  if ((await findProgram(place, env['PATH'] ?? '')) === undefined) {
    throw new AutodevError('not_found', `cannot run ${command}: not found`);
  }
  const child = await (how === 'namespace'
    ? processes.start('bwrap', [...NAMESPACE, ...mounts, '--', command, ...args], start)
    : processes.start(command, args, start));
  const tracker = trackProcesses(
    { root: child.pid, variable: mark, value: env[mark] ?? '' },
    // In a namespace the kernel remembers for us.
    how === 'tree',
  );
  let running = true;
  const exited = child.exited.finally(() => {
    running = false;
  });
  const reap = async () => {
    tracker.close();
    child.kill('SIGKILL');
    await tracker.kill();
    await exited;
  };
  return {
    pid: child.pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    reap,
    stop: async (graceMs) => {
      if (running && (await interrupt(child.pid, how))) {
        await Promise.race([exited, wait(graceMs, exited)]);
      }
      await reap();
    },
  };
}

/** SIGINT to the program alone: the group would also end bubblewrap, and with it the program at once. */
async function interrupt(pid: number, how: Containment): Promise<boolean> {
  if (how === 'tree') return signalProcess(pid, 'SIGINT');
  const table = await processTable();
  const below = (parent: number) => table.filter((entry) => entry.parent === parent);
  const programs = below(pid).flatMap((init) => below(init.pid));
  for (const program of programs) signalProcess(program.pid, 'SIGINT');
  return programs.length > 0;
}

async function wait(ms: number, exited: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  void exited.then(() => done.abort());
  await systemClock.sleep(ms, done.signal).catch(() => {});
}
