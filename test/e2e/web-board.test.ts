import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { openClient } from '../../src/api/control/client.ts';
import { NO_BROWSER, openBrowser } from '../support/browser.ts';
import { openWorld, until, type World } from '../support/cli-world.ts';
import { tmpdir } from '../support/tmpdir.ts';

const HOSTILE =
  '<script>window.hacked=1</script><img src=x onerror="window.hacked=2">[x](javascript:window.hacked=3)';

const answer = (value: object) => ({ do: 'answer', value });
const ANALYSIS = {
  verdict: 'implement',
  confidence: 0.9,
  summary: `clear ${HOSTILE}`,
  affected_files: [],
  implementation_plan: 'write it',
  checkpoints: [],
  risks: [],
  questions: [],
};

/** Sessions about `wait` stop at a gate; those about `ask` come back with a question. */
function rules(gate: string) {
  const until = ['sh', '-c', 'while [ ! -e "$0" ]; do sleep 0.05; done', gate];
  return [
    {
      when: '^\\[autodev\\] Analyse an issue[\\s\\S]*ask about it',
      steps: [
        { do: 'cost', usd: 0.1 },
        answer({ ...ANALYSIS, verdict: 'needs_clarification', questions: ['Which of the two?'] }),
      ],
    },
    {
      when: '^\\[autodev\\] Analyse an issue[\\s\\S]*wait for it',
      steps: [
        { do: 'say', text: `I look around ${HOSTILE}` },
        { do: 'run', command: until },
        { do: 'say', text: 'I have seen enough' },
        { do: 'cost', usd: 0.25 },
        answer(ANALYSIS),
      ],
    },
  ];
}

async function board(world: World): Promise<string> {
  const told = await world.json('dashboard', '--web');
  assert.equal(told['read_only'], false);
  return String(told['url']);
}

/** The status of a request with headers that a browser would not let a page set. */
function statusOf(url: string, headers: Record<string, string>, method = 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, method }, (got) => {
      got.resume();
      resolve(got.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function noSerious(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  assert.deepEqual(told, [], page.url());
}

describe('the web dashboard of a daemon', { skip: NO_BROWSER }, () => {
  test('lets in who has the address and nobody else, and runs only its own script', async () => {
    await using world = await openWorld();
    await world.run('start', '-d');
    const address = new URL(await board(world));
    assert.equal(String(address), await board(world), 'the same address as before');
    assert.equal(statSync(join(world.home, 'web.json')).mode & 0o777, 0o600);
    const { origin, host, port } = address;
    assert.equal(address.hostname, '127.0.0.1');
    for (const path of ['/', '/events', '/costs', '/items/issue/a/b/1', '/?token=0', '/nowhere'])
      assert.equal((await fetch(`${origin}${path}`)).status, 401, path);
    const signedIn = await fetch(address, { redirect: 'manual' });
    const cookie = signedIn.headers.get('set-cookie') ?? '';
    assert.deepEqual([signedIn.status, signedIn.headers.get('location')], [303, '/']);
    assert.match(cookie, /; HttpOnly; SameSite=Strict$/);
    const known = { cookie: cookie.split(';')[0] ?? '' };
    const page = await fetch(`${origin}/`, { headers: known });
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
    assert.doesNotMatch(policy, /unsafe/);
    const text = await page.text();
    assert.doesNotMatch(text, /<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/i);
    assert.doesNotMatch(text, new RegExp(address.searchParams.get('token') ?? 'none'));

    const csrf = /name="csrf" value="(\w+)"/.exec(text)?.[1] ?? '';
    const form = { ...known, 'content-type': 'application/x-www-form-urlencoded' };
    const post = (headers: Record<string, string>, body: string) =>
      fetch(`${origin}/orders/pause`, { method: 'POST', headers, body, redirect: 'manual' });
    assert.equal((await post(form, '')).status, 403, 'no secret of the form');
    assert.equal((await post({ ...form, origin: 'http://evil.example' }, `csrf=${csrf}`)).status, 403);
    assert.equal(await statusOf(`${origin}/`, { ...known, host: 'evil.example' }), 421);
    assert.equal(await statusOf(`${origin}/`, { ...known, host, origin: 'null' }), 403);
    assert.equal(await statusOf(`${origin}/events`, { ...known, host, 'sec-fetch-site': 'cross-site' }), 403);
    assert.equal((await openClient(world.home).status())?.daemon.state, 'running');
    assert.equal((await post({ ...form, origin }, `csrf=${csrf}`)).status, 303);
    assert.equal((await openClient(world.home).status())?.daemon.state, 'paused');
    assert.equal((await world.run('dashboard', '--web', '--port', port)).code, 0);
  });

  test('shows what happens without a reload, takes answers and orders, and finds its daemon again', async () => {
    await using gates = await tmpdir();
    const gate = join(gates.path, 'go');
    await using world = await openWorld({ rules: rules(gate) });
    await world.configure((config) => (config['sandbox'] = { write_paths: [gates.path] }));
    await world.run('start', '-d');
    await using browser = await openBrowser();
    const page = await browser.page(await board(world));
    await page.evaluate('window.same = true');

    const asking = await world.issue(`ask about it ${HOSTILE}`);
    await page.locator('#needs-you .title').filter({ hasText: HOSTILE }).waitFor();
    const waits = await world.issue('wait for it');
    await page.locator('#running .title').filter({ hasText: 'wait for it' }).waitFor();
    assert.equal(await page.evaluate('window.same'), true, 'it was not loaded again');
    const status = await openClient(world.home).status();
    const numbers = await page.locator('.stat b').allTextContents();
    assert.deepEqual(numbers, ['1', '1', '0', '0', `$${status?.costs.today_usd.toFixed(2)}`]);
    await noSerious(page);

    // The session says something, and the rest when it is let.
    const origin = new URL(page.url()).origin;
    await page.goto(`${origin}/items/issue/${world.repo}/${waits}/sessions/1`);
    await page.locator('.transcript').filter({ hasText: 'I look around' }).waitFor();
    writeFileSync(gate, '');
    await page.locator('.transcript').filter({ hasText: 'I have seen enough' }).waitFor();
    await noSerious(page);

    await page.goto(`${origin}/items/issue/${world.repo}/${asking}`);
    await noSerious(page);
    await page.getByLabel('Your answer').fill('the second one');
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.locator('.said').filter({ hasText: 'answered with "the second one"' }).waitFor();

    await page.getByText('Pause…').click();
    await page.getByRole('button', { name: 'Pause the daemon' }).click();
    await page.locator('#daemon .paused').waitFor();
    assert.equal((await openClient(world.home).status())?.daemon.paused, true);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.locator('#daemon .running').waitFor();

    await page.goto(`${origin}/`);
    const { pid } = (await openClient(world.home).status())?.daemon ?? {};
    process.kill(pid ?? 0, 'SIGKILL');
    await page.locator('#connection').filter({ hasText: 'No connection' }).waitFor();
    await world.run('start', '-d');
    const later = await world.issue('after the crash');
    await page.locator('main .title').filter({ hasText: 'after the crash' }).waitFor();
    await until(async () => (await world.labels(later)).join() === 'autodev:done');
    await page.locator('#came-out-today .title').filter({ hasText: 'after the crash' }).waitFor();
    assert.equal(await page.locator('#connection').textContent(), '');
    const shown = await page.locator('#activity li').evaluateAll((rows) => rows.map(({ id }) => id));
    assert.equal(new Set(shown).size, shown.length, 'no event is shown twice');
    const snapshot = await openClient(world.home).snapshot();
    const seqs = (snapshot?.events ?? []).map(({ seq }) => `e${seq}`);
    assert.deepEqual(
      shown.toReversed(),
      seqs.filter((id) => shown.includes(id)),
    );
    assert.equal(await page.evaluate('window.hacked'), undefined);
    assert.deepEqual(browser.errors, []);
  });
});
