/** A file that may touch an effect itself: Node modules, packages and globals, each with the reason. */
export interface Door {
  file: string;
  may: readonly string[];
  why: string;
  /** Gives out Node's own calls as they are, so only `src/host` may import it. */
  raw?: true;
}

export const DOORS: readonly Door[] = [
  { file: 'src/host/fs/node-fs.ts', may: ['node:fs', 'node:fs/promises'], why: 'files', raw: true },
  {
    file: 'src/host/fs/quick-files.ts',
    may: ['process.getBuiltinModule', 'process.kill', 'Date.now'],
    why: '`status` and terminals start without node:fs, which loads its promises (measured: a tenth of the start)',
  },
  {
    file: 'src/host/fs/look-up.ts',
    may: ['node:fs', 'process.uptime'],
    why: 'the gate of develop-workflow runs on every tool call: one file, without promises, and never late',
  },
  {
    file: 'src/host/process/standard-streams.ts',
    may: ['node:fs', 'Atomics.wait', 'process.cwd'],
    why: 'a hook reads its call and answers at once, before anything else is loaded',
  },
  {
    file: 'src/host/net/loopback-forward.ts',
    may: ['node:net'],
    why: 'databases of this machine, for commands without network',
  },
  {
    file: 'src/host/process/replace.ts',
    may: ['node:fs', 'node:child_process', 'process', 'process.on', 'process.stdin'],
    why: '`develop run` becomes the command it runs, with its streams and signals',
  },
  {
    file: 'src/config/hook-environment.ts',
    may: ['process.env'],
    why: 'the environment of a hook, without the rest of the configuration',
  },
  {
    file: 'src/host/clock.ts',
    may: ['Date.now', 'performance.now', 'setTimeout', 'setImmediate'],
    why: 'time',
  },
  { file: 'src/host/random.ts', may: ['node:crypto'], why: 'randomness' },
  {
    file: 'src/host/hash.ts',
    may: ['node:crypto'],
    why: 'digests: pure, but of the same module as randomness',
  },
  {
    file: 'src/host/machine.ts',
    may: ['node:os'],
    why: 'the home of the account, the temporary folder, cores',
  },
  { file: 'src/host/db/node-sqlite.ts', may: ['node:sqlite'], why: 'databases', raw: true },
  { file: 'src/host/db/postgres.ts', may: ['pg'], why: 'the database that several machines share' },
  { file: 'src/host/db/job-queue.ts', may: ['pg-boss'], why: 'jobs in that database' },
  { file: 'src/host/process/spawn.ts', may: ['node:child_process'], why: 'programs', raw: true },
  { file: 'src/host/process/signals.ts', may: ['process.kill', 'process.on', 'process.off'], why: 'signals' },
  { file: 'src/host/process/threads.ts', may: ['node:worker_threads'], why: 'threads' },
  { file: 'src/host/log/daily-log.ts', may: ['pino'], why: 'log lines' },
  { file: 'src/host/net/fetch.ts', may: ['fetch'], why: 'HTTP servers elsewhere' },
  { file: 'src/host/net/http-server.ts', may: ['@hono/node-server'], why: 'HTTP servers of our own' },
  {
    file: 'src/host/net/serve-socket.ts',
    may: ['process.umask'],
    why: 'a socket that nobody else can reach from its first moment',
  },
  {
    file: 'src/host/net/socket-request.ts',
    may: ['node:net'],
    why: 'the control socket by hand: node:http doubles the start of a command (measured)',
  },
  {
    file: 'src/host/sandbox/egress/proxy.ts',
    may: ['node:dns/promises', 'node:http', 'node:net'],
    why: 'the egress proxy: what leaves a sandbox',
  },
  {
    file: 'src/host/sandbox/egress/forward.ts',
    may: ['node:http', 'node:https'],
    why: 'the egress proxy passes a request on byte by byte',
  },
  {
    file: 'src/host/sandbox/egress/allowed-host.ts',
    may: ['node:net'],
    why: 'knows addresses; opens nothing',
  },
  { file: 'src/config/environment.ts', may: ['process.env'], why: 'the environment' },
  {
    file: 'src/cli/terminal.ts',
    may: ['process.stdin', 'process.stdout', 'process.stderr', 'process.exit', 'node:readline/promises'],
    why: 'the terminal; its reader may go away',
  },
  {
    file: 'src/cli/piped-lines.ts',
    may: ['node:readline'],
    why: 'the lines of a pipe it is given; opens nothing',
  },
  {
    file: 'src/cli/dashboard/console.ts',
    may: ['process', 'process.on', 'process.off'],
    why: 'the terminal as a screen: raw keys, its size, and its state restored on every way out',
  },
  {
    file: 'src/main.ts',
    may: ['process.argv', 'process.exitCode', 'process.on', 'process.exit'],
    why: 'the program itself: its words, its end, its signals',
  },
  { file: 'src/sessions/query/sql-process.ts', may: ['process.argv'], why: 'a program of its own' },
  {
    file: 'src/cli/daemon/lifecycle/background.ts',
    may: ['process.argv'],
    why: 'starts the same program again',
  },
  { file: 'src/cli/version.ts', may: ['node:module'], why: 'package.json, from src as from dist' },
  { file: 'src/spec/exports/grammar.ts', may: ['node:module'], why: 'the grammars are CommonJS packages' },
  { file: 'src/spec/drift/dependencies.ts', may: ['node:module'], why: 'the list of names of Node modules' },
];

/** Node modules that only compute on what they are given. */
export const FREE_MODULES: ReadonlySet<string> = new Set([
  'node:buffer',
  'node:path',
  'node:stream',
  'node:stream/promises',
  'node:string_decoder',
  'node:url',
  'node:util',
  'node:zlib',
]);

/** Packages that touch the outside by themselves. */
export const EFFECT_PACKAGES = /^(@hono\/node-server|pino|pg|pg-boss|undici|ws|execa)(\/|$)/;

/** Facts about this process that never change while it runs. */
export const FREE_PROCESS_FACTS: ReadonlySet<string> = new Set([
  'arch',
  'execArgv',
  'execPath',
  'getuid',
  'pid',
  'platform',
  'version',
  'versions',
]);

/** Steps reach git through `Workspaces`, so that a simulator can replace it. These still hold `host.git`. */
export const STILL_USE_HOST_GIT: readonly string[] = ['src/workflows/develop/state/snapshot.ts'];
