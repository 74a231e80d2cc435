import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, test } from 'node:test';
import { openClient } from '../../src/api/control/client.ts';
import { hmacSha256 } from '../../src/host/hash.ts';
import { NO_BROWSER, openBrowser } from '../support/browser.ts';
import { openWorld, until, type World } from '../support/cli-world.ts';

const RULES = [
  { when: '^\\[autodev\\] Analyse an issue[\\s\\S]*hangs for ever', steps: [{ do: 'hang' }] },
  {
    when: '^\\[autodev\\] Analyse an issue[\\s\\S]*fails at first',
    times: 1,
    steps: [{ do: 'fail', reason: 'wall_time', text: 'too slow' }],
  },
];

const labelled = (world: World, number: number, label: string) =>
  until(async () => (await world.labels(number)).join() === label);

/** Another site of the same machine: a browser sends cookies there and back whatever the port. */
async function openOtherSite(html: string) {
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.dispose]: () => server.close().closeAllConnections(),
  };
}

/** A command that serves until it is ended says its address first. */
async function servedBy(world: World): Promise<string> {
  const command = world.start('dashboard', '--web', '--json');
  const line = await until(() => /^\{.*\}$/m.exec(command.said().out)?.[0]);
  const told = JSON.parse(line) as { url: string; read_only: boolean };
  assert.equal(told.read_only, true);
  return told.url;
}

describe('orders from the web dashboard', { skip: NO_BROWSER }, () => {
  test('retry and cancel an item, and are refused from another site and where no daemon runs', async () => {
    await using world = await openWorld({ rules: RULES });
    await world.configure((config) => {
      Object.assign((config['repos'] as object[])[0] as object, { max_attempts: 1 });
      Object.assign(config['daemon'] as object, { max_concurrent: 2 });
    });
    const [fails, hangs] = [await world.issue('fails at first'), await world.issue('hangs for ever')];
    await world.run('start', '-d');
    await using browser = await openBrowser();
    const page = await browser.page(String((await world.json('dashboard', '--web'))['url']));
    const { origin } = new URL(page.url());

    await page.locator('#failed-or-left-to-you a').filter({ hasText: 'fails at first' }).click();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.locator('.said').filter({ hasText: 'is tried again now' }).waitFor();
    await labelled(world, fails, 'autodev:done');

    await page.goto(`${origin}/items/issue/${world.repo}/${hangs}`);
    await page.locator('main .state.running').waitFor();
    await page.getByText('Cancel…').click();
    assert.deepEqual(await world.labels(hangs), ['autodev:wip'], 'it asks first');
    await page.getByRole('button', { name: 'Cancel this item' }).click();
    await page
      .locator('.said')
      .filter({ hasText: /was stopped|is cancelled/ })
      .waitFor();
    await labelled(world, hangs, 'autodev:skip');

    using other = await openOtherSite(
      `<form method="post" action="${origin}/orders/pause"><button>Win a prize</button></form>`,
    );
    await page.goto(other.url);
    await page.getByRole('button').click();
    await page.getByText('403: the request comes from another site').waitFor();
    await page.goto(other.url);
    const read = `fetch('${origin}/', { credentials: 'include' }).then(() => 'read', () => 'refused')`;
    assert.equal(await page.evaluate(read), 'refused');
    assert.equal((await openClient(world.home).status())?.daemon.paused, false);

    await world.run('stop');
    const address = new URL(await servedBy(world));
    const readOnly = await browser.page(String(address));
    await readOnly.goto(`${address.origin}/items/issue/${world.repo}/${hangs}`);
    assert.equal(await readOnly.locator('form, button').count(), 0, 'nothing to press');
    // Also with all that a form of ours would carry.
    const csrf = hmacSha256(address.searchParams.get('token') ?? '', 'form');
    for (const order of ['retry', 'pause']) {
      const send = `fetch('/orders/${order}', {
        method: 'POST',
        body: new URLSearchParams({ csrf: '${csrf}', work: 'issue:${world.repo}:${hangs}' }),
      }).then(async (answer) => [answer.status, await answer.text()])`;
      const [status, text] = (await readOnly.evaluate(send)) as [number, string];
      assert.equal(status, 409, order);
      assert.match(text, /nothing can be changed from here/);
    }
    const left = (await world.json('status')) as { pending_commands: number; daemon: { paused: boolean } };
    assert.deepEqual([left.pending_commands, left.daemon.paused], [0, false]);
    assert.deepEqual(browser.errors, []);
  });
});

/** What somebody else on this machine can read of a home, its socket and its dashboard: answers, one per line. */
const STRANGER = `
  const [home, origin] = process.argv.slice(1);
  const { readFileSync } = require('node:fs');
  const { request } = require('node:http');
  for (const name of ['web.json', 'config.yaml', 'autodev.db', 'status.json'])
    try { readFileSync(home + '/' + name); console.log(name, 'read'); } catch (e) { console.log(name, e.code); }
  request({ socketPath: home + '/control.sock', path: '/status' }, (got) => console.log('socket', got.statusCode))
    .on('error', (e) => console.log('socket', e.code)).end();
  for (const path of ['/', '/events', '/costs', '/?token=' + 'a'.repeat(64)])
    fetch(origin + path).then(async (got) => console.log(path.slice(0, 8), got.status, (await got.text()).includes('acme')));
`;

const asRoot = process.getuid?.() === 0;

describe('a second user of the machine', { skip: asRoot ? false : 'needs root to be somebody else' }, () => {
  test('gets nothing: no file of the home, no socket, no page without the token', async () => {
    await using world = await openWorld();
    await world.run('start', '-d');
    const { origin } = new URL(String((await world.json('dashboard', '--web'))['url']));
    chmodSync(world.path, 0o755);
    // Whatever the home itself keeps out: its files and the socket do so by themselves.
    for (const mode of [0o700, 0o711]) {
      chmodSync(world.home, mode);
      const said = spawnSync(process.execPath, ['-e', STRANGER, world.home, origin], {
        uid: 65_534,
        gid: 65_534,
        cwd: '/',
        env: {},
        encoding: 'utf8',
        timeout: 60_000,
      });
      assert.deepEqual(
        said.stdout.trim().split('\n').sort(),
        [
          '/ 401 false',
          '/?token= 401 false',
          '/costs 401 false',
          '/events 401 false',
          ...['autodev.db', 'config.yaml', 'socket', 'status.json', 'web.json'].map(
            (name) => `${name} EACCES`,
          ),
        ].sort(),
        `${said.stderr} with the home ${mode.toString(8)}`,
      );
    }
    assert.equal((await openClient(world.home).status())?.daemon.state, 'running');
  });
});
