import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import { systemClock } from '../../src/host/clock.ts';
import { openStore } from '../../src/store/sqlite/open.ts';
import { runId, workId } from '../../src/work/ids.ts';
import { openWeb } from '../../src/web/open.ts';
import { fillStore, REPO, sourceOf } from '../support/board-store.ts';
import { NO_BROWSER, openBrowser } from '../support/browser.ts';
import { testHost } from '../support/host.ts';
import { tmpdir } from '../support/tmpdir.ts';

const HOSTILE =
  '<script>window.hacked=1</script><img src=x onerror="window.hacked=2"> [x](javascript:alert(1)) `**_';
const TOKEN = 'a'.repeat(64);
const ITEM = `/items/issue/${REPO}/1`;
const PAGES = ['/', ITEM, `${ITEM}/changes`, '/lane', '/costs', '/reports', '/health', '/nowhere'];

/** A store with hostile words everywhere, and a real repository in which the first item changed 5,000 lines. */
async function openBoard() {
  const tmp = await tmpdir();
  const store = openStore(join(tmp.path, 'autodev.db'));
  await fillStore(store, { items: 40, events: 60, title: (number) => `${HOSTILE} ${number}` });
  const clone = join(tmp.path, 'workspaces', REPO, 'main');
  await mkdir(clone, { recursive: true });
  const identity = { name: 'A', email: 'a@example.invalid' };
  const { git } = testHost();
  const commit = async (text: string) => {
    await writeFile(join(clone, 'long.txt'), text);
    await git.run(['add', '-A'], { cwd: clone });
    await git.run(['commit', '-q', '-m', 'x'], { cwd: clone, identity });
    return git.text(['rev-parse', 'HEAD'], { cwd: clone });
  };
  await git.run(['init', '-q'], { cwd: clone });
  const baseSha = await commit('one\n');
  const made = await commit(Array.from({ length: 5_000 }, (_, at) => `line ${at} ${HOSTILE}\n`).join(''));
  const work = workId('issue', REPO, 1);
  const run = runId(work, 'f'.repeat(16), 2);
  await store.runs.submit({ id: run, work, attempt: 2, inputHash: 'f'.repeat(16), input: { baseSha } });
  await store.steps.start(run, 'implement', 0);
  await store.steps.finish(run, 'implement', 0, { result: {}, commit: made, costUsd: 0 });
  const told: string[] = [];
  const source = sourceOf(store, tmp.path, { told });
  const web = await openWeb({ source, clock: systemClock, token: TOKEN, port: 0 });
  return {
    url: web.url,
    told,
    [Symbol.asyncDispose]: async () => {
      await web.close();
      await store.close();
      await tmp[Symbol.asyncDispose]();
    },
  };
}

describe('the pages of the dashboard', { skip: NO_BROWSER }, () => {
  test('show what others wrote as text, fit a phone, and have no serious finding of axe, light and dark', async () => {
    await using board = await openBoard();
    await using browser = await openBrowser();
    const { origin } = new URL(board.url);
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.page(board.url, { colorScheme, viewport: { width: 360, height: 740 } });
      for (const path of PAGES) {
        await page.goto(`${origin}${path}`);
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360, path);
        assert.equal(await page.evaluate('window.hacked'), undefined, path);
        // Thousands of lines of the same kind tell axe nothing new, and it takes a minute for them.
        if (path.endsWith('/changes')) continue;
        const { violations } = await new AxeBuilder({ page }).analyze();
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        assert.deepEqual(
          serious.map(({ id, nodes }) => [id, nodes[0]?.html]),
          [],
          `${colorScheme} ${path}`,
        );
      }
      await page.goto(`${origin}${ITEM}/changes`);
      assert.equal(await page.locator('.diff .add').count(), 5_000);
      assert.match(
        (await page.locator('.diff .add').nth(4_999).textContent()) ?? '',
        /^ +5000 \+line 4999 <script>/,
      );
      await page.goto(`${origin}/`);
      assert.ok((await page.locator('main').innerText()).includes(HOSTILE));
      assert.equal(await page.locator('a[href^="javascript"]').count(), 0);
    }
    assert.deepEqual(browser.errors, []);
  });

  test('are read and used by keyboard alone, and read without a script', async () => {
    await using board = await openBoard();
    await using browser = await openBrowser();
    const { origin } = new URL(board.url);
    const page = await browser.page(board.url);
    const press = async (key: string, times: number) => {
      for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
    };
    await press('Tab', 1);
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content');
    // Past the name and five pages to the pause button, which first asks.
    await press('Tab', 7);
    await page.keyboard.press('Enter');
    await press('Tab', 1);
    assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), 'Pause the daemon');
    assert.deepEqual(board.told, []);
    await page.keyboard.press('Enter');
    await page.locator('.said').filter({ hasText: 'pause: noted' }).waitFor();
    assert.deepEqual(board.told, ['pause']);

    const plain = await browser.page(board.url, { javaScriptEnabled: false });
    await plain.goto(`${origin}${ITEM}`);
    assert.equal((await plain.locator('.timeline > li').count()) > 20, true);
    assert.match((await plain.locator('time').first().getAttribute('title')) ?? '', / UTC$/);
    await plain.getByRole('button', { name: 'that' }).click();
    assert.match((await plain.locator('.said').textContent()) ?? '', /answer: noted/);
    assert.deepEqual(board.told, ['pause', 'answer']);
    assert.deepEqual(browser.errors, []);
  });
});
