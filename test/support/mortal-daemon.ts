import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startDemoForge, type DemoForge } from '../../src/compose/repos/forge.ts';
import type { DaemonProcessOptions } from './daemon-process.ts';
import { testHost } from './host.ts';
import { life } from './lives.ts';
import { tmpdir } from './tmpdir.ts';

/** One repository on the embedded forge, and daemons on it that are killed again and again. */
export interface MortalDaemon extends AsyncDisposable {
  forge: DemoForge;
  home: string;
  /** The repository's address in the API. */
  at: string;
  get<T>(path: string): Promise<T>;
  /** Commits one file on a branch as the owner and pushes it; gives the commit. `from` is one of the forge. */
  commit(branch: string, file: string, from?: string): Promise<string>;
  live(): Promise<'killed' | 'quiet'>;
  /** One life after another, until one ends by itself because there is nothing left to do. Gives how many were killed. */
  untilQuiet(): Promise<number>;
  /** One life after another, until this holds; the last one is stopped then. */
  until(what: string, holds: () => Promise<boolean>): Promise<void>;
  /** At which boundaries lives were ended. */
  deaths(): string[];
  /** How often each kind of session was paid for. */
  paid(): Record<string, number>;
}

/** Far beyond what anything takes, on a busy machine too. */
const IN_VAIN_MS = 240_000;

export async function openMortalDaemon(
  options: Pick<DaemonProcessOptions, 'dieAfter' | 'deathsAt'> & {
    /** A boundary ends one life only; otherwise every record does. */
    once?: boolean;
    repo?: Record<string, unknown>;
    users?: readonly string[];
  },
): Promise<MortalDaemon> {
  const tmp = await tmpdir();
  const host = testHost();
  const users = options.users ?? ['dev', 'autodev[bot]', 'guest'];
  const forge = await startDemoForge(host, { data: join(tmp.path, 'forge'), users });
  const { owner, bot } = forge;
  const [home, folder] = [join(tmp.path, 'home'), join(tmp.path, 'owner')];
  for (const each of [home, folder]) await mkdir(each);
  const { full_name: name, clone_url: url } = (await owner.request('POST', '/user/repos', {
    name: 'app',
  })) as { full_name: string; clone_url: string };
  const at = `/repos/${name}`;
  for (const login of users.slice(1).filter((each) => each.endsWith('[bot]')))
    await owner.request('PUT', `${at}/collaborators/${login}`, { permission: 'push' });
  const identity = { name: 'Owner', email: 'owner@example.invalid' };
  const git = (...args: string[]) => host.git.run(args, { cwd: folder, identity });
  const commit: MortalDaemon['commit'] = async (branch, file, from) => {
    if (from !== undefined) await forge.fetchCommit(folder, owner, url, from);
    await git('checkout', '-q', '-B', branch);
    writeFileSync(join(folder, file), 'one\n');
    await git('add', '-A');
    await git('commit', '-q', '-m', file);
    await forge.push(folder, owner, url, [branch]);
    return host.git.text(['rev-parse', 'HEAD'], { cwd: folder });
  };
  await git('init', '-q', '-b', 'main');
  await commit('main', 'README.md');
  const config = JSON.stringify({
    github: { api_url: forge.apiUrl, token: bot.token },
    agent: { default: 'scripted' },
    knowledge: { per_task: false, daily: false },
    daemon: { tick_interval_secs: 0.1, retry_base_secs: 0.1, drain_secs: 2 },
    repos: [{ name, url, scan_interval_secs: 0.2, workflow: 'direct', ...options.repo }],
  });
  const [paidLog, deathsLog] = [join(tmp.path, 'paid.log'), join(tmp.path, 'deaths.log')];
  for (const log of [paidLog, deathsLog]) writeFileSync(log, '');
  const { dieAfter, deathsAt, once = false } = options;
  const live = (stop?: AbortSignal) =>
    life(
      {
        home,
        config,
        dieAfter,
        deathsAt,
        deathsLog: once ? deathsLog : undefined,
        paidLog,
        script: 'loop',
      },
      stop,
    );
  const lines = (log: string) => readFileSync(log, 'utf8').split('\n').filter(Boolean);
  return {
    forge,
    home,
    at,
    get: <T>(path: string) => owner.request('GET', `${at}${path}`) as Promise<T>,
    commit,
    live: () => live(),
    until: async (what, holds) => {
      const over = new AbortController();
      const lives = (async () => {
        while (!over.signal.aborted) await live(over.signal);
      })();
      const found = (async () => {
        for (const begun = performance.now(); !over.signal.aborted && !(await holds());) {
          assert.ok(performance.now() - begun < IN_VAIN_MS, `it never came about that ${what}`);
          await host.clock.sleep(100);
        }
      })();
      try {
        await Promise.race([found, lives]);
        await found;
      } finally {
        over.abort();
        await lives;
      }
    },
    untilQuiet: async () => {
      let deaths = 0;
      for (; (await live()) === 'killed'; deaths += 1) assert.ok(deaths < 200, 'it comes to an end');
      return deaths;
    },
    deaths: () => lines(deathsLog),
    paid: () => {
      const paid: Record<string, number> = {};
      for (const line of lines(paidLog)) paid[line] = (paid[line] ?? 0) + 1;
      return paid;
    },
    [Symbol.asyncDispose]: async () => {
      await forge.close();
      await tmp[Symbol.asyncDispose]();
    },
  };
}
