import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startDemoForge } from '../../src/compose/repos/forge.ts';
import { childEnvironment } from '../../src/config/environment.ts';
import { openStore } from '../../src/store/sqlite/open.ts';
import { addDays, atHour, dayOf } from '../../src/work/day.ts';
import { workId } from '../../src/work/ids.ts';
import { testHost } from '../support/host.ts';
import { tmpdir } from '../support/tmpdir.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const YESTERDAY = addDays(dayOf(Date.now()), -1);

/** A home that saw three failures on a day: as a daemon would have left it. */
async function homeAt(path: string, repo: string, config: object): Promise<string> {
  mkdirSync(path);
  writeFileSync(join(path, 'config.yaml'), JSON.stringify(config));
  const now = atHour(YESTERDAY, 12);
  const clock = {
    now: () => now,
    monotonic: () => 0,
    sleep: async () => {},
    after: () => ({ cancel: () => {} }),
  };
  const store = openStore(join(path, 'autodev.db'), { clock });
  for (const number of [901, 902, 903])
    await store.events.append({
      type: 'item.left',
      work: workId('issue', repo, number),
      outcome: 'failed',
      reason: 'the client timed out',
      durationMs: 60_000,
      costUsd: 1,
    });
  await store.close();
  return path;
}

async function report(
  home: string,
  ...words: string[]
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [MAIN, 'report', '--day', YESTERDAY, ...words], {
    env: { ...childEnvironment(), HOME: home, AUTODEV_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 240_000,
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (part: Buffer) => (out += part.toString('utf8')));
  child.stderr.on('data', (part: Buffer) => (err += part.toString('utf8')));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

test('report --post writes the issue of a day where no daemon runs, once; closed by a person it is found by its mark, from another home too', async () => {
  await using tmp = await tmpdir();
  const host = testHost();
  const forge = await startDemoForge(host, { data: join(tmp.path, 'forge') });
  try {
    const made = (await forge.owner.request('POST', '/user/repos', { name: 'app' })) as {
      full_name: string;
      clone_url: string;
    };
    const repo = made.full_name;
    const folder = join(tmp.path, 'owner');
    mkdirSync(folder);
    const identity = { name: 'Owner', email: 'owner@example.invalid' };
    writeFileSync(join(folder, 'README.md'), 'app\n');
    for (const args of [
      ['init', '-q', '-b', 'main'],
      ['add', '-A'],
      ['commit', '-q', '-m', 'first'],
    ])
      await host.git.run(args, { cwd: folder, identity });
    await forge.push(folder, forge.owner, made.clone_url, ['main']);
    const script = join(tmp.path, 'script.json');
    const answer = { suggestions: [], wording: [] };
    writeFileSync(
      script,
      JSON.stringify({ rules: [{ when: { role: 'knowledge' }, steps: [{ do: 'answer', value: answer }] }] }),
    );
    const config = {
      github: { api_url: forge.apiUrl, token: forge.owner.token },
      agent: { default: 'scripted', scripted: { script } },
      knowledge: { per_task: false, daily: true },
      repos: [{ name: repo, url: made.clone_url, scan_targets: [] }],
    };
    const issues = async () =>
      (await forge.owner.request('GET', `/repos/${repo}/issues?state=all`)) as {
        number: number;
        title: string;
        state: string;
        body: string;
      }[];
    const home = await homeAt(join(tmp.path, 'home'), repo, config);

    const shown = await report(home, '--json');
    assert.equal(shown.code, 0, shown.err);
    assert.deepEqual(await issues(), [], 'only with --post');
    const posted = await report(home, '--post', '--json');
    assert.equal(posted.code, 0, posted.err);
    const { summary, patterns } = JSON.parse(posted.out) as {
      summary: { failed: number };
      patterns: { occurrences: number }[];
    };
    assert.deepEqual([summary.failed, patterns[0]?.occurrences], [3, 3]);
    const [first, ...others] = await issues();
    assert.deepEqual(others, [], posted.err);
    assert.equal(first?.title, `Daily report of ${YESTERDAY}`);
    assert.match(first.body, /"the client timed out" 3 times in 3 tasks/);

    await forge.owner.request('PATCH', `/repos/${repo}/issues/${first.number}`, { state: 'closed' });
    const other = await homeAt(join(tmp.path, 'other'), repo, config);
    for (const again of [home, other]) {
      const said = await report(again, '--post', '--json');
      assert.equal(said.code, 0, said.err);
    }
    assert.deepEqual(
      (await issues()).map(({ number, state }) => [number, state]),
      [[first.number, 'closed']],
    );
  } finally {
    await forge.close();
  }
});
