import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Script, Step } from '../../src/agents/scripted/script.ts';
import { command, type CommandInput } from '../../src/api/control/command.ts';
import { startDemoForge, type DemoForge } from '../../src/compose/repos/forge.ts';
import { openProgram, parsedConfig, type Program } from '../../src/compose/program.ts';
import { apply } from '../../src/daemon/control/apply.ts';
import type { Clock } from '../../src/host/clock.ts';
import { rootsAt } from '../../src/sessions/locate/roots.ts';
import type { Store } from '../../src/store/store.ts';
import type { RecordedEvent } from '../../src/work/events.ts';
import { testHost } from './host.ts';
import { sessionGates, type Gate } from './session-gates.ts';
import { tmpdir } from './tmpdir.ts';

/** One repository on the embedded forge and a daemon with the scripted agent in this process, for tests of flows. */
export interface FlowWorld extends AsyncDisposable {
  forge: DemoForge;
  repo: string;
  /** Where the daemon keeps its files. */
  home: string;
  program: Program;
  events: RecordedEvent[];
  issue(title: string, body?: string): Promise<number>;
  /** Commits files on a branch as the owner and pushes it; gives the commit. `force` rewrites the branch from main. */
  commit(
    branch: string,
    files: Record<string, string>,
    options?: { force?: boolean; from?: string },
  ): Promise<string>;
  pull(title: string, branch: string, base?: string): Promise<number>;
  get<T = Record<string, unknown>>(path: string): Promise<T>;
  labels(number: number): Promise<string[]>;
  comments(number: number): Promise<string[]>;
  reviews(number: number): Promise<{ state: string; commit_id: string; body: string }[]>;
  green(sha: string): Promise<void>;
  /** What a person orders on the command line. */
  tell(order: CommandInput): Promise<string>;
  /** The configuration is changed while the daemon runs: further settings of the repository. */
  reload(own: Record<string, unknown>): Promise<void>;
  /** How many sessions of a step were begun. */
  sessions(step: string): number;
  /** Waits until it holds; says what it waited for when it never does. */
  until(what: string, holds: () => boolean | Promise<boolean>): Promise<void>;
  /** Waits until all that happened before is dealt with: two whole rounds of scans from now on find nothing to do. */
  quiet(): Promise<void>;
  /** Waits until this many whole scans of the repository have begun and ended from now on. */
  scans(count: number): Promise<void>;
  /** How the item left, newest last: `done: PR #3`. */
  left(work: string): string[];
}

export interface WorldOptions {
  script: (gate: (name: string) => Gate) => Script;
  repo?: Record<string, unknown>;
  config?: Record<string, unknown>;
  /** Only its people see the repository. */
  private?: boolean;
  /** Whose token the daemon uses: an account of its own, or the person's. */
  as?: 'bot' | 'owner';
  wrapStore?: (store: Store, forge: DemoForge) => Store;
  /** Instead of the system's: one that a test can put forward. */
  clock?: Clock;
  /** Gates that sessions need not come to. */
  spareGates?: readonly string[];
  /** The accounts of the forge, instead of its usual ones: the owner first, then ours. */
  users?: readonly string[];
}

/** Far beyond what anything takes, on a busy machine too; a test may take twice as long. */
const IN_VAIN_MS = 240_000;

export async function openFlowWorld(
  options: WorldOptions,
): Promise<FlowWorld & { gate(name: string): Gate }> {
  const tmp = await tmpdir();
  const gates = sessionGates(join(tmp.path, 'gates'), options.spareGates);
  const { gate } = gates;
  const host = testHost(options.clock === undefined ? {} : { clock: options.clock });
  const forge = await startDemoForge(host, {
    data: join(tmp.path, 'forge'),
    users: options.users ?? ['dev', 'reviewer', 'guest', 'ci[bot]'],
  });
  const made = (await forge.owner.request('POST', '/user/repos', {
    name: 'app',
    private: options.private ?? false,
  })) as {
    full_name: string;
    clone_url: string;
  };
  const repo = made.full_name;
  await forge.owner.request('PUT', `/repos/${repo}/collaborators/${forge.bot.login}`, { permission: 'push' });
  const folder = join(tmp.path, 'owner');
  await mkdir(folder);
  const identity = { name: 'Owner', email: 'owner@example.invalid' };
  const git = (...args: string[]) => host.git.run(args, { cwd: folder, identity });
  const write = async (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await git('add', '-A');
    await git('commit', '-q', '-m', Object.keys(files).join(' '));
    return host.git.text(['rev-parse', 'HEAD'], { cwd: folder });
  };
  await git('init', '-q', '-b', 'main');
  await write({ 'README.md': 'app\n' });
  await forge.push(folder, forge.owner, made.clone_url, ['main']);

  const configWith = (own: Record<string, unknown> = {}) => ({
    github: { api_url: forge.apiUrl, token: forge[options.as ?? 'bot'].token },
    agent: { default: 'scripted' },
    sandbox: { write_paths: [gates.folder] },
    // Tests of the other flows count their own sessions.
    knowledge: { per_task: false, daily: false },
    daemon: { tick_interval_secs: 0.2, retry_base_secs: 0.2, drain_secs: 2 },
    repos: [
      {
        name: repo,
        url: made.clone_url,
        scan_interval_secs: 0.3,
        workflow: 'direct',
        ...options.repo,
        ...own,
      },
    ],
    ...options.config,
  });
  const home = join(tmp.path, 'home');
  const { wrapStore } = options;
  const program = await openProgram({
    home,
    host,
    parsed: parsedConfig(JSON.stringify(configWith()), home),
    script: options.script(gate),
    settleMs: [20, 50],
    transcripts: rootsAt(join(tmp.path, 'agents')),
    ...(wrapStore === undefined ? {} : { wrapStore: (store) => wrapStore(store, forge) }),
  });
  const events: RecordedEvent[] = [];
  program.bus.subscribe((event) => void events.push(event));
  const stop = new AbortController();
  const running = program.daemon.run(stop.signal);
  const get = <T>(path: string) => forge.owner.request('GET', `/repos/${repo}${path}`) as Promise<T>;

  const until: FlowWorld['until'] = async (what, holds) => {
    for (const begun = performance.now(); performance.now() - begun < IN_VAIN_MS;) {
      if (await holds()) return;
      await host.clock.sleep(100);
    }
    const telling = events.filter(({ type }) => type !== 'repo.scanned');
    const seen = telling.slice(-30).map((event) => JSON.stringify(event));
    throw new Error(`it never came about that ${what}\n${seen.join('\n')}`);
  };
  return {
    forge,
    repo,
    home,
    program,
    events,
    gate,
    get,
    until,
    issue: async (title, body = 'please') =>
      ((await forge.owner.request('POST', `/repos/${repo}/issues`, { title, body })) as { number: number })
        .number,
    commit: async (branch, files, { force = false, from = 'main' } = {}) => {
      const exists = await host.git.succeeds(['rev-parse', '--verify', '-q', branch], { cwd: folder });
      await git('checkout', '-q', ...(exists && !force ? [branch] : ['-B', branch, from]));
      const sha = await write(files);
      await forge.push(folder, forge.owner, made.clone_url, [force ? `+${branch}` : branch]);
      await git('checkout', '-q', 'main');
      return sha;
    },
    pull: async (title, branch, base = 'main') =>
      (
        (await forge.owner.request('POST', `/repos/${repo}/pulls`, {
          title,
          body: '',
          head: branch,
          base,
        })) as { number: number }
      ).number,
    labels: async (number) =>
      (await get<{ labels: { name: string }[] }>(`/issues/${number}`)).labels
        .map((label) => label.name)
        .sort(),
    comments: async (number) =>
      (await get<{ body: string }[]>(`/issues/${number}/comments?per_page=100`)).map(
        (comment) => comment.body,
      ),
    reviews: (number) => get(`/pulls/${number}/reviews?per_page=100`),
    green: async (sha) =>
      void (await forge.owner.request('POST', `/repos/${repo}/statuses/${sha}`, {
        context: 'ci',
        state: 'success',
      })),
    tell: (order) =>
      apply(command.parse(order), {
        ...program,
        clock: host.clock,
        stop: () => {},
        reload: async () => '',
      }),
    reload: (own) => program.reload(parsedConfig(JSON.stringify(configWith(own)), home)),
    sessions: (step) =>
      events.filter((event) => event.type === 'session.started' && event.step === step).length,
    quiet: () => {
      // What people did a moment ago is not seen yet: it counts from here on.
      program.daemon.wake();
      return until(
        'everything is quiet',
        async () => program.daemon.quiet() && (await program.store.attempts.waiting(0)).length === 0,
      );
    },
    scans: (count) => {
      const seen = () => events.filter(({ type }) => type === 'repo.scanned').length;
      // Each target says so by itself, and the first may be of a scan that was under way.
      const enough = seen() + 2 * (count + 1);
      return until(`it was scanned ${count} times`, () => seen() >= enough);
    },
    left: (work) =>
      events.flatMap((event) =>
        event.type === 'item.left' && event.work === work ? [`${event.outcome}: ${event.reason}`] : [],
      ),
    [Symbol.asyncDispose]: async () => {
      gates.close();
      stop.abort(new Error('the test is over'));
      program.daemon.stopNow();
      await running;
      await program.close();
      await forge.close();
      await tmp[Symbol.asyncDispose]();
    },
  };
}

export const answer = (value: unknown): Step => ({ do: 'answer', value });
export const IMPLEMENT = answer({ verdict: 'implement', confidence: 0.9, summary: 'clear' });
export const APPROVE = answer({ verdict: 'approve', summary: 'fine', comments: [] });
