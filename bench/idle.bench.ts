// An idle daemon on 100 repositories: what it asks of the forge and what it costs this machine.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoForge } from '../src/compose/repos/forge.ts';
import { openProgram, parsedConfig } from '../src/compose/program.ts';
import { childEnvironment } from '../src/config/environment.ts';
import { openHost } from '../src/host/host.ts';
import { startForgeProcess } from '../test/support/forge-process.ts';
import { report } from './measure.ts';

const REPOS = 100;
/** Whole looks at every repository that are measured; an hour has twelve at the usual interval. */
const LOOKS = 3;
const LOOKS_PER_HOUR = 12;
const TARGETS = 2;
/** Naive polling asks twice per repository and look. */
const NAIVE = REPOS * TARGETS * LOOKS_PER_HOUR;

export async function run(): Promise<boolean> {
  const root = mkdtempSync(join(tmpdir(), 'autodev-bench-'));
  const host = openHost({ env: childEnvironment() });
  const served = await startForgeProcess(join(root, 'forge'));
  try {
    const home = join(root, 'home');
    mkdirSync(home);
    const forge = demoForge(host, served);
    const repos: { url: string; scan_interval_secs: number; auto_merge: boolean }[] = [];
    for (let n = 0; n < REPOS; n += 1) {
      const made = (await forge.owner.request('POST', '/user/repos', { name: `r${n}`, auto_init: true })) as {
        full_name: string;
        clone_url: string;
      };
      const who = `/repos/${made.full_name}/collaborators/${forge.bot.login}`;
      await forge.owner.request('PUT', who, { permission: 'push' });
      await forge.owner.request('POST', `/repos/${made.full_name}/issues`, { title: 'for people', body: '' });
      repos.push({ url: made.clone_url, scan_interval_secs: 1, auto_merge: true });
    }
    const config = JSON.stringify({
      github: { api_url: forge.apiUrl, token: forge.bot.token },
      agent: { default: 'scripted' },
      daemon: { tick_interval_secs: 0.2 },
      repo_defaults: { filter_labels: ['for autodev'] },
      repos,
    });
    const program = await openProgram({ home, host, parsed: parsedConfig(config, home), script: [] });
    let looks = 0;
    let wanted = 0;
    let reached = () => {};
    program.bus.subscribe((event) => {
      if (event.type === 'repo.scanned') looks += 1;
      if (looks >= wanted) reached();
    });
    const stop = new AbortController();
    const running = program.daemon.run(stop.signal);
    const reach = (count: number) =>
      new Promise<void>((resolve) => {
        wanted = count;
        reached = resolve;
      });
    const used = async () =>
      ((await forge.bot.request('GET', '/rate_limit')) as { rate: { used: number } }).rate.used;
    // The first looks read everything and clone; from then on nothing has changed.
    await reach(2 * REPOS * TARGETS);
    const before = { used: await used(), cpu: process.cpuUsage(), looks };
    await reach(looks + LOOKS * REPOS * TARGETS);
    const cpu = process.cpuUsage(before.cpu);
    const counted = (await used()) - before.used;
    const measuredLooks = (looks - before.looks) / (REPOS * TARGETS);
    stop.abort(new Error('measured'));
    await running;
    const spent = await program.store.costs.spent({});
    await program.close();
    const perHour = ((cpu.user + cpu.system) / 1e6 / measuredLooks) * LOOKS_PER_HOUR;
    const share = (perHour / 3_600) * 100;
    return report(
      `idle daemon, ${REPOS} repositories, one hour`,
      [],
      [
        {
          text: `0 counted requests (naive polling: ${NAIVE})`,
          met: counted === 0,
          measured: String(counted),
        },
        { text: '0 dollars', met: spent === 0, measured: String(spent) },
        {
          text: 'CPU ≤ 0.5 %',
          met: share <= 0.5,
          measured: `${share.toFixed(2)} % (${perHour.toFixed(1)} s)`,
        },
      ],
    );
  } finally {
    await served[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  }
}
