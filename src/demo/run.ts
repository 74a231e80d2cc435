import { join } from 'node:path';
import { startDemoForge, type DemoForge } from '../compose/repos/forge.ts';
import { openProgramBoard, type ProgramBoard } from '../compose/program-board.ts';
import type { ServeWeb } from '../compose/web.ts';
import type { PostgresServer } from '../host/db/postgres-server.ts';
import { makeFolder, remove, writableFolder } from '../host/fs/files.ts';
import type { Host } from '../host/host.ts';
import { AutodevError } from '../work/errors.ts';
import { openCi } from './ci.ts';
import { demoConfig } from './config.ts';
import { daemonAlone, type Runtime } from './runtime.ts';
import { liveView, type LiveView, type Screen } from './live.ts';
import { seed } from './seed.ts';
import { summaryRows, summaryTable, type SummaryRow } from './summary.ts';
import { verify } from './verify.ts';

export interface DemoOptions {
  host: Host;
  /** Everything of the demo lives below this folder and is removed at its end. */
  folder: string;
  screen: Screen;
  signal: AbortSignal;
  agent: 'scripted' | 'claude' | 'codex' | 'gemini';
  port?: number | undefined;
  /** Leaves the forge up until the signal is aborted. */
  keep: boolean;
  /** As many worker processes over a PostgreSQL of the demo's own; absent: one daemon alone. */
  workers?: number | undefined;
  /** This program's main file, for those processes. */
  main: string;
  /** The Node that runs the project's tests. */
  node: string;
  /** Told as soon as it is known, so that a forge that stays up does not hold it back. */
  onResult(result: DemoResult): void;
  version: string;
  /** Serves the board beside it; absent: none. */
  serveWeb?: ServeWeb | undefined;
  /** The command the agent is run with, where it is not on PATH under its own name. */
  command?: string | undefined;
}

export interface DemoResult {
  ok: boolean;
  problems: string[];
  rows: SummaryRow[];
  url: string;
  /** The address of the board; null without one. */
  board: string | null;
}

const PATIENCE_MS = 10 * 60_000;

/** The whole loop on the embedded forge: seeded, run until all is quiet, checked, summed up. */
export async function runDemo(options: DemoOptions): Promise<DemoResult> {
  const { host, folder, screen, signal } = options;
  await host.git.run(['--version']);
  await writableFolder(folder, 'the demo folder');
  let forge: DemoForge | undefined;
  let database: PostgresServer | undefined;
  try {
    if (options.workers !== undefined) {
      const { demoDatabase } = await import('./cluster.ts');
      database = await demoDatabase(host, options.workers, signal);
    }
    forge = await startDemoForge(host, {
      data: join(folder, 'forge'),
      ...(options.port === undefined ? {} : { port: options.port }),
    });
    const board =
      options.serveWeb === undefined
        ? undefined
        : openProgramBoard({
            home: join(folder, 'home'),
            host,
            version: options.version,
            serve: options.serveWeb,
            cluster: database?.url,
          });
    try {
      const result = await play(options, forge, board, database);
      options.onResult(result);
      if (options.keep && result.ok) {
        await board?.remember();
        await keepUp(result, screen, signal);
      }
      return result;
    } finally {
      await board?.close();
    }
  } finally {
    await forge?.close();
    await database?.stop();
    await remove(folder);
  }
}

async function play(
  options: DemoOptions,
  forge: DemoForge,
  board: ProgramBoard | undefined,
  database: PostgresServer | undefined,
): Promise<DemoResult> {
  const { host, folder, screen, signal, node } = options;
  const view = liveView(screen);
  const scratch = join(folder, 'scratch');
  const home = join(folder, 'home');
  await makeFolder(scratch);
  view.note(`forge   ${forge.webUrl}`);
  const seeded = await seed(host, forge, scratch);
  view.note(`project ${seeded.repo}: ${seeded.issues.length} issues, ${seeded.pulls.length} pull requests`);
  view.note(
    options.agent === 'scripted'
      ? 'agent   scripted: sessions and their costs are scripted, nothing is spent\n'
      : `agent   ${options.agent}, with your login: its sessions cost what they cost\n`,
  );
  if (database !== undefined)
    view.note(
      `cluster ${options.workers} workers, each a process with a home of its own; PostgreSQL between them\n`,
    );

  const config = demoConfig({
    apiUrl: forge.apiUrl,
    token: forge.bot.token,
    repo: seeded.repo,
    url: seeded.cloneUrl,
    agent: options.agent,
    command: options.command,
    node,
  });
  const runtime = await runtimeOf(options, config, database, view);
  const { program } = runtime;
  const stop = new AbortController();
  const address = (await board?.show(program, stop)) ?? null;
  if (address !== null) view.note(`board   ${address}\n`);
  program.bus.subscribe((event) => view.event(event));
  // A person who stops the demo does not want to wait for sessions that only it has.
  const interrupted = () => {
    stop.abort(signal.reason);
    runtime.stopNow();
  };
  signal.addEventListener('abort', interrupted, { once: true });
  if (signal.aborted) interrupted();
  const ci = openCi(host, forge, { repo: seeded.repo, cloneUrl: seeded.cloneUrl, scratch, node });
  const running = runtime.run(stop.signal);
  running.catch((error: unknown) => stop.abort(error));
  try {
    await untilQuiet({ host, runtime, ci: ci.look, view }, stop.signal);
  } finally {
    stop.abort(new Error('the demo is over'));
    await running;
    signal.removeEventListener('abort', interrupted);
  }
  signal.throwIfAborted();
  const end = await verify(host, forge, seeded, { home, scratch, node, workspaces: runtime.workspaces });
  view.end();
  const rows = summaryRows(view.board, end);
  screen.write(`\n${summaryTable(rows, screen.columns)}\n`);
  return { ok: end.problems.length === 0, problems: end.problems, rows, url: forge.webUrl, board: address };
}

async function runtimeOf(
  options: DemoOptions,
  config: string,
  database: PostgresServer | undefined,
  view: LiveView,
): Promise<Runtime> {
  const { host, folder, node, main, version, workers = 0 } = options;
  const home = join(folder, 'home');
  if (database === undefined)
    return daemonAlone({ home, host, config, workspaces: join(home, 'workspaces') });
  const { demoCluster } = await import('./cluster.ts');
  return demoCluster({
    folder,
    host,
    config: { ...(JSON.parse(config) as Record<string, unknown>), cluster: database.url },
    workers,
    version,
    command: [node, main],
    problem: (message) => view.note(message),
  });
}

/** Nothing queued or running, nothing waiting for its next attempt, and no head that CI has not tested. */
async function untilQuiet(
  { host, runtime, ci, view }: { host: Host; runtime: Runtime; ci: () => Promise<number>; view: LiveView },
  signal: AbortSignal,
): Promise<void> {
  const { program } = runtime;
  const deadline = host.clock.now() + PATIENCE_MS;
  while (!signal.aborted) {
    const tested = await ci();
    view.working(await runtime.working());
    if (tested > 0) program.daemon.wake();
    else if (program.daemon.quiet() && (await program.store.attempts.waiting(0)).length === 0) return;
    if (host.clock.now() > deadline)
      throw new AutodevError('failed', 'the demo did not come to rest in time');
    await host.clock.sleep(100, signal).catch(() => {});
  }
}

async function keepUp({ url, board }: DemoResult, screen: Screen, signal: AbortSignal): Promise<void> {
  const also = board === null ? '' : `\nSo does the board: ${board}`;
  screen.write(`\nThe forge stays up: ${url}${also}\nCtrl-C ends ${board === null ? 'it' : 'both'}.\n`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
