import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../src/config/environment.ts';
import { startDemoForge, type DemoForge } from '../../src/compose/repos/forge.ts';
import { testHost } from './host.ts';
import { tmpdir } from './tmpdir.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface Said {
  code: number | null;
  out: string;
  err: string;
}

/** A command that is still running. */
export interface Running {
  child: ChildProcess;
  pid: number;
  /** What it said so far. */
  said: () => { out: string; err: string };
  ended: Promise<Said>;
}

/** A forge with one repository, a home with a configuration, and the command line as people use it. */
export interface World extends AsyncDisposable {
  home: string;
  forge: DemoForge;
  repo: string;
  path: string;
  issue(title: string): Promise<number>;
  labels(number: number): Promise<string[]>;
  /** The command line in a process of its own. */
  run(...words: string[]): Promise<Said>;
  /** As `run` with --json; what it printed, parsed. Fails when the command does. */
  json(...words: string[]): Promise<Record<string, unknown>>;
  start(...words: string[]): Running;
  configure(change: (config: Record<string, unknown>) => void): Promise<void>;
}

/** Analysis says implement; the implementation writes a file. Rules of a test come first. */
const ORDINARY = [
  {
    when: '^\\[autodev\\] Analyse an issue',
    steps: [
      { do: 'cost', usd: 0.25 },
      {
        do: 'answer',
        value: {
          verdict: 'implement',
          confidence: 0.9,
          summary: 'clear',
          affected_files: [],
          implementation_plan: 'write it',
          checkpoints: [],
          risks: [],
          questions: [],
        },
      },
    ],
  },
  {
    when: '^\\[autodev\\] Implement',
    steps: [
      { do: 'write', path: 'made.txt', text: 'made\n' },
      { do: 'cost', usd: 0.5 },
    ],
  },
];

/** The program in a process of its own, with nothing of this machine's environment; `alive` has it until it ends. */
export function startProgram(
  {
    cwd,
    home,
    alive,
    main = MAIN,
    env = {},
  }: {
    cwd: string;
    home: string;
    alive: Set<ChildProcess>;
    main?: string;
    env?: Readonly<Record<string, string>>;
  },
  words: readonly string[],
): Running {
  const child = spawn(process.execPath, ['--no-warnings', main, ...words], {
    cwd,
    env: {
      ...childEnvironment(),
      HOME: cwd,
      AUTODEV_HOME: home,
      NO_COLOR: '1',
      USER: 'tester',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  alive.add(child);
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = new Promise<Said>((resolve) =>
    child.once('close', (code) => {
      alive.delete(child);
      resolve({ code, out, err });
    }),
  );
  return { child, pid: child.pid ?? 0, said: () => ({ out, err }), ended };
}

export async function openWorld(options: { rules?: unknown[] } = {}): Promise<World> {
  const tmp = await tmpdir();
  const host = testHost();
  const forge = await startDemoForge(host, { data: join(tmp.path, 'forge') });
  const home = join(tmp.path, 'home');
  const made = (await forge.owner.request('POST', '/user/repos', { name: 'app' })) as {
    full_name: string;
    clone_url: string;
  };
  const repo = made.full_name;
  await forge.owner.request('PUT', `/repos/${repo}/collaborators/${forge.bot.login}`, { permission: 'push' });
  const folder = join(tmp.path, 'first');
  await mkdir(folder);
  await mkdir(home, { mode: 0o700 });
  await writeFile(join(folder, 'README.md'), 'app\n');
  const git = (...args: string[]) =>
    host.git.run(args, { cwd: folder, identity: { name: 'Owner', email: 'owner@example.invalid' } });
  await git('init', '-q', '-b', 'main');
  await git('add', '-A');
  await git('commit', '-q', '-m', 'Begin');
  await forge.push(folder, forge.owner, made.clone_url, ['main']);
  const script = join(tmp.path, 'script.json');
  await writeFile(script, JSON.stringify({ rules: [...(options.rules ?? []), ...ORDINARY] }));
  const file = join(home, 'config.yaml');
  const config = {
    github: { api_url: forge.apiUrl, token: forge.bot.token },
    agent: { default: 'scripted', scripted: { script } },
    daemon: { tick_interval_secs: 0.2, retry_base_secs: 1, drain_secs: 20 },
    // Tests of the other flows count their own sessions.
    knowledge: { per_task: false, daily: false },
    repos: [{ url: made.clone_url, workflow: 'direct', scan_interval_secs: 0.5, scan_targets: ['issues'] }],
  };
  await writeFile(file, JSON.stringify(config, null, 2), { mode: 0o600 });

  const alive = new Set<ChildProcess>();
  const start = (...words: string[]) => startProgram({ cwd: tmp.path, home, alive }, words);
  const run = (...words: string[]) => start(...words).ended;
  return {
    home,
    forge,
    repo,
    path: tmp.path,
    start,
    run,
    json: async (...words) => {
      const said = await run(...words, '--json');
      if (said.code !== 0) throw new Error(`autodev ${words.join(' ')} gave ${said.code}: ${said.err}`);
      return JSON.parse(said.out) as Record<string, unknown>;
    },
    issue: async (title) =>
      (
        (await forge.owner.request('POST', `/repos/${repo}/issues`, { title, body: 'please' })) as {
          number: number;
        }
      ).number,
    labels: async (number) => {
      const { labels } = (await forge.owner.request('GET', `/repos/${repo}/issues/${number}`)) as {
        labels: { name: string }[];
      };
      return labels.map(({ name }) => name).sort();
    },
    configure: async (change) => {
      const now = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
      change(now);
      await writeFile(file, JSON.stringify(now, null, 2), { mode: 0o600 });
    },
    [Symbol.asyncDispose]: async () => {
      // Also one that was left in the background; of one that is gone nothing but its lock would tell.
      if (existsSync(join(home, 'daemon.pid'))) await run('stop', '--now');
      for (const child of alive) child.kill('SIGKILL');
      await forge.close();
      await tmp[Symbol.asyncDispose]();
    },
  };
}

/** Far beyond what anything takes: a wait in vain says so instead of holding up the suite. */
const IN_VAIN_MS = 180_000;

/** Looks until it holds. */
export async function until<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  for (const deadline = Date.now() + IN_VAIN_MS; ;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`waited in vain for: ${String(look)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
