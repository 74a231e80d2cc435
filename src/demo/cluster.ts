import { join } from 'node:path';
import { openLedProgram } from '../compose/cluster/led-program.ts';
import { parsedConfig } from '../compose/program.ts';
import { postgresPrograms, startPostgres, type PostgresServer } from '../host/db/postgres-server.ts';
import { makeFolder, writeText } from '../host/fs/files.ts';
import type { Host } from '../host/host.ts';
import type { Running } from '../host/process/process.ts';
import { AutodevError, messageOf } from '../work/errors.ts';
import type { Runtime } from './runtime.ts';
import { DEMO_SCRIPT } from './script.ts';
import { scriptText } from './script-file.ts';

const SLOTS = 2;
/** A coordinator's, and some for whoever looks. */
const OTHER_CONNECTIONS = 24;
const WORKER_CONNECTIONS = SLOTS + 6;
/** How long workers may take to end before they are ended. */
const END_MS = 10_000;

/** A PostgreSQL for as long as the demo lasts. */
export async function demoDatabase(
  host: Host,
  workers: number,
  signal: AbortSignal,
): Promise<PostgresServer> {
  const programs = await postgresPrograms(host.env['PATH'] ?? '');
  if (programs === undefined)
    throw new AutodevError(
      'not_found',
      'the machines of a cluster share a PostgreSQL, and none is installed',
      {
        why: 'neither PATH nor the usual folders of packages have initdb and postgres',
        hint: 'install the server (Debian and Ubuntu: apt install postgresql; Fedora: dnf install postgresql-server; macOS: brew install postgresql); nothing has to be set up. Without --workers the demo needs none',
      },
    );
  const connections = OTHER_CONNECTIONS + workers * WORKER_CONNECTIONS;
  return startPostgres({ programs, clock: host.clock, connections, signal });
}

export interface ClusterAt {
  folder: string;
  host: Host;
  /** With `cluster`, and without an agent's script. */
  config: Record<string, unknown>;
  workers: number;
  version: string;
  /** How this program is started: Node and its main file. */
  command: readonly [node: string, main: string];
  /** Something went wrong with a worker itself. */
  problem(message: string): void;
}

/** A coordinator in this process, and workers in processes of their own, each with a home as if it were another machine. */
export async function demoCluster(at: ClusterAt): Promise<Runtime> {
  const { folder, host, config, version } = at;
  const home = join(folder, 'home');
  const parsed = parsedConfig(JSON.stringify(config), home);
  const { program, run } = await openLedProgram({ home, host, parsed, script: DEMO_SCRIPT, version });
  const workers: Worker[] = [];
  try {
    for (let number = 1; number <= at.workers; number += 1) workers.push(await startWorker(at, number));
  } catch (error) {
    await run(AbortSignal.abort(error));
    await endAll(workers, host);
    throw error;
  }
  return {
    program,
    workspaces: [home, ...workers.map((worker) => join(worker.home, 'worker'))].map((each) =>
      join(each, 'workspaces'),
    ),
    run: async (stop) => {
      try {
        await run(stop);
      } finally {
        await endAll(workers, host);
      }
    },
    stopNow: () => program.daemon.stopNow(),
    working: async () => {
      const machines = await program.store.machines.all();
      return new Map(
        workers.flatMap(({ name, process }) =>
          machines
            .filter(({ pid }) => pid === process.pid)
            .flatMap(({ works }) => works.map((work): [string, string] => [work, name])),
        ),
      );
    },
  };
}

interface Worker {
  name: string;
  home: string;
  process: Running;
}

async function startWorker(at: ClusterAt, number: number): Promise<Worker> {
  const { folder, host, config } = at;
  const [node, main] = at.command;
  const name = `worker ${number}`;
  const home = join(folder, `worker-${number}`);
  const script = join(home, 'script.json');
  await makeFolder(home, 0o700);
  await writeText(script, scriptText(DEMO_SCRIPT));
  const agent = config['agent'] as Record<string, unknown>;
  const own = agent['default'] === 'scripted' ? { ...agent, scripted: { script } } : agent;
  await writeText(join(home, 'config.yaml'), JSON.stringify({ ...config, agent: own }));
  const process = await host.processes.start(
    node,
    ['--no-warnings', main, 'worker', '--slots', String(SLOTS), '--quiet'],
    { cwd: home, env: { ...host.env, AUTODEV_HOME: home }, ownGroup: true },
  );
  process.stdout.resume();
  let said = '';
  process.stderr.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-2_000)));
  void process.exited.then(({ code }) => {
    if (code !== 0 && code !== 130 && code !== null) at.problem(`${name} ended with ${code}: ${said.trim()}`);
  });
  return { name, home, process };
}

/** In good order if they can, and all of them in any case. */
async function endAll(workers: readonly Worker[], { clock }: Host): Promise<void> {
  await Promise.all(
    workers.map(async ({ process }) => {
      process.kill('SIGTERM');
      const late = clock.after(END_MS, () => process.kill('SIGKILL'));
      await process.exited.catch((error: unknown) => messageOf(error));
      late.cancel();
    }),
  );
}
