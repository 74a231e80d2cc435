import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openWorld, until, type Running, type World } from '../support/cli-world.ts';
import { testHost } from '../support/host.ts';

type Config = Record<string, Record<string, unknown>> & { repos: Record<string, unknown>[] };

/** The events a daemon in the foreground told so far. */
const events = (daemon: Running) =>
  daemon
    .said()
    .out.split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { type: string; [key: string]: unknown });

const heard = (daemon: Running, type: string) => events(daemon).filter((event) => event.type === type);

/** A file on the default branch, as the owner pushes it. */
async function push(world: World, file: string, text: string, branch = 'main'): Promise<void> {
  const host = testHost();
  const folder = join(world.path, 'first');
  const identity = { name: 'Owner', email: 'owner@example.invalid' };
  await writeFile(join(folder, file), text);
  await host.git.run(['checkout', '-q', '-B', branch], { cwd: folder });
  await host.git.run(['add', '-A'], { cwd: folder });
  await host.git.run(['commit', '-q', '-m', file], { cwd: folder, identity });
  const { clone_url: url } = (await world.forge.owner.request('GET', `/repos/${world.repo}`)) as {
    clone_url: string;
  };
  await world.forge.push(folder, world.forge.owner, url, [branch]);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('the configuration has its effect', () => {
  test("a repository's own file counts as far as it may, from its default branch alone", async () => {
    await using world = await openWorld();
    await push(
      world,
      '.autodev.yaml',
      'filter_labels: [bot]\nbudget: {per_item_usd: 99}\ntrusted: {logins: [eve]}\n',
    );
    const plain = await world.issue('without the label');
    const daemon = world.start('start', '--json');
    const [told] = await until(() => {
      const found = heard(daemon, 'repo.config');
      return found.length > 0 && found;
    });
    assert.match(JSON.stringify(told?.['problems']), /lower its budget/);
    assert.match(JSON.stringify(told?.['problems']), /trusted/);
    const wanted = await world.issue('with the label');
    await world.forge.owner.request('POST', `/repos/${world.repo}/labels`, { name: 'bot', color: 'ededed' });
    await world.forge.owner.request('POST', `/repos/${world.repo}/issues/${wanted}/labels`, {
      labels: ['bot'],
    });
    await until(async () => (await world.labels(wanted)).includes('autodev:done'));
    assert.deepEqual(await world.labels(plain), []);
    const shown = await world.json('repo', 'config', world.repo);
    assert.deepEqual((shown['config'] as { filter_labels: string[] }).filter_labels, ['bot']);
    // A branch says something else: that counts for nothing.
    await push(world, '.autodev.yaml', 'filter_labels: []\n', 'proposal');
    const still = await world.issue('still without');
    const scans = heard(daemon, 'repo.scanned').length;
    await until(() => heard(daemon, 'repo.scanned').length > scans + 2);
    assert.deepEqual(await world.labels(still), []);
    assert.equal(heard(daemon, 'repo.config').length, 1);
  });

  test('a signed webhook makes the scan happen at once; people are told; a missing agent is noted', async () => {
    const notices: { kind: string; work: string | null }[] = [];
    await using receiver = createServer((request, response) => {
      let text = '';
      request.on('data', (part: Buffer) => (text += part.toString()));
      request.on('end', () => {
        notices.push(JSON.parse(text) as (typeof notices)[0]);
        response.end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    await using world = await openWorld();
    const port = await freePort();
    const secret = join(world.path, 'secret');
    await writeFile(secret, 'a long enough secret\n', { mode: 0o600 });
    await world.configure((config) => {
      const { daemon, agent, repos } = config as Config;
      Object.assign(daemon ?? {}, { webhook: { port, secret_file: secret } });
      Object.assign(agent ?? {}, {
        analyze_with: ['scripted', 'codex'],
        codex: { command: join(world.path, 'no-such-codex') },
      });
      Object.assign(repos[0] ?? {}, { scan_interval_secs: 3_600 });
      config['notify'] = {
        on: ['done', 'daemon'],
        webhook: { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` },
      };
    });
    const daemon = world.start('start', '--json');
    await until(() => heard(daemon, 'repo.scanned').length > 0);
    const number = await world.issue('soon');
    const body = JSON.stringify({ action: 'opened', repository: { full_name: world.repo } });
    const deliver = (key: string) =>
      fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'x-github-event': 'issues',
          'x-github-delivery': `delivery-${key.length}`,
          'x-hub-signature-256': `sha256=${createHmac('sha256', key).update(body).digest('hex')}`,
        },
      });
    assert.equal((await deliver('another secret')).status, 401);
    assert.equal((await deliver('a long enough secret')).status, 202);
    await until(async () => (await world.labels(number)).includes('autodev:done'));
    const noted = heard(daemon, 'session.progress').map(({ text }) => String(text));
    assert.ok(
      noted.some((text) => text.startsWith('codex did not take part')),
      noted.join('\n'),
    );
    await world.run('stop');
    await daemon.ended;
    const kinds = notices.map(({ kind, work }) => `${kind} ${work ?? ''}`.trim());
    assert.deepEqual(kinds, ['daemon', 'daemon', `done issue:${world.repo}:${number}`, 'daemon']);
    assert.match(JSON.stringify(notices[1]), /codex cannot work/);
  });

  test('a restart costs no quota: what the forge answered before is remembered', async () => {
    await using world = await openWorld();
    const asked = async () => {
      const { rate } = (await world.forge.bot.request('GET', '/rate_limit')) as { rate: { used: number } };
      return rate.used;
    };
    const life = async () => {
      const before = await asked();
      const daemon = world.start('start', '--json');
      await until(() => heard(daemon, 'repo.scanned').length >= 2);
      await world.run('stop', '--now');
      await daemon.ended;
      return (await asked()) - before;
    };
    assert.ok((await life()) > 0, 'the first start has to ask');
    assert.equal(await life(), 0);
  });

  test('logs past retention and worktrees of a dead daemon are gone after a start', async () => {
    await using world = await openWorld();
    const logs = join(world.home, 'logs');
    await mkdir(logs, { recursive: true });
    await writeFile(join(logs, 'daemon.2020-01-01.log'), '{}\n');
    await writeFile(join(logs, 'notes.txt'), 'mine');
    const stale = join(world.home, 'workspaces', world.repo, 'issue-77');
    await mkdir(stale, { recursive: true });
    const daemon = world.start('start', '--json');
    await until(() => heard(daemon, 'repo.scanned').length > 0);
    await world.run('stop', '--now');
    await daemon.ended;
    const left = await readdir(logs);
    assert.equal(left.includes('daemon.2020-01-01.log'), false);
    assert.equal(left.includes('notes.txt'), true);
    const today = left.find((name) => name.startsWith('daemon.')) ?? '';
    assert.match(await readFile(join(logs, today), 'utf8'), /"type":"daemon.started"/);
    assert.deepEqual(await readdir(join(world.home, 'workspaces', world.repo)), ['main']);
  });
});
