import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { forgeWithGit } from '../support/forge-git.ts';

const tools = createRequire(new URL('../tools/package.json', import.meta.url));
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

interface Page {
  goto(url: string): Promise<{ status(): number } | null>;
  textContent(selector: string): Promise<string | null>;
  on(event: string, listener: (what: unknown) => void): void;
  evaluate(script: string): Promise<unknown>;
  fill(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  url(): string;
}

const HOSTILE = '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">';

describe('the pages of the embedded forge', () => {
  test('every page asks for a token, says who may be framed or run (nobody), and refuses other hosts', async () => {
    await using forge = await forgeWithGit();
    await forge.repository('shown');
    const { url } = forge.embedded;
    for (const path of [
      '/',
      '/dev/shown',
      '/dev/shown/issues/1',
      '/dev/shown/pull/1',
      '/dev/shown/commit/main',
    ]) {
      assert.equal((await fetch(`${url}${path}`)).status, 401, path);
    }
    const page = await fetch(`${url}/dev/shown`, {
      headers: { authorization: `Bearer ${forge.token('dev')}` },
    });
    assert.equal(page.status, 200);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    const login = await fetch(`${url}/login?token=wrong`, { redirect: 'manual' });
    assert.deepEqual([login.status, login.headers.get('set-cookie')], [401, null]);
    const { request } = await import('node:http');
    const status = await new Promise<number>((done) => {
      request(
        `${url}/user`,
        { headers: { host: 'evil.example', authorization: `Bearer ${forge.token('dev')}` } },
        (answer) => {
          answer.resume();
          done(answer.statusCode ?? 0);
        },
      ).end();
    });
    assert.equal(status, 421);
  });

  test('a pull request reads in one order of time: outdated remarks where they stood, labels in one line, numbered lines', async () => {
    await using forge = await forgeWithGit();
    const repo = await forge.repository('read');
    const clone = await forge.clone(repo, 'read');
    await clone.git('checkout', '-q', '-b', 'topic');
    const sha = await clone.commit('a.txt', 'one\ntwo\nthree\n');
    await clone.git('push', '-q', 'origin', 'topic');
    const pull = await forge.owner.createPull(repo, {
      title: 'P',
      body: 'see #1',
      head: 'topic',
      base: 'main',
    });
    const line = (n: number) => ({ path: 'a.txt', line: n, side: 'RIGHT' as const, body: `about ${n}` });
    const comments = [line(2), line(3)];
    const event = 'REQUEST_CHANGES' as const;
    await forge.reviewer.review(repo, pull.number, { sha, event, body: 'look', comments });
    for (const label of ['x', 'y', 'z']) await forge.owner.addLabels(repo, pull.number, [label]);
    await forge.owner.removeLabel(repo, pull.number, 'y');
    await clone.commit('a.txt', 'zero\none\nTWO\nthree\n');
    await clone.git('push', '-q', 'origin', 'topic');
    await forge.owner.comment(repo, pull.number, 'mended');
    const headers = { authorization: `Bearer ${forge.token('dev')}` };
    const page = await (
      await fetch(`${forge.embedded.url}/${repo}/issues/${pull.number}`, { headers })
    ).text();
    const text = page.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
    const order = ['see #1', 'look', 'a.txt:2 outdated', 'about 2', 'a.txt:4', 'about 3', 'mended', 'Files'];
    const places = order.map((words) => text.indexOf(words));
    assert.ok(
      places.every((at) => at >= 0),
      `${order.join()} at ${places.join()}: ${text}`,
    );
    assert.deepEqual(
      places.toSorted((a, b) => a - b),
      places,
    );
    assert.match(text, /dev labeled x, y, z; unlabeled y ·/);
    assert.match(page, /<a href="\/dev\/read\/issues\/1"/);
    assert.match(page, new RegExp(`<a href="/dev/read/commit/${sha}">`));
    assert.match(text, / 3 \+TWO 4 \+three/);
    const files = page.slice(page.indexOf('<h2>Files'));
    assert.ok(files.includes('about 3') && !files.includes('about 2'));
  });

  test(
    'a browser shows repositories, issues, diffs and reviews, and runs nothing of what people wrote',
    { skip: chromium === undefined ? 'needs chromium' : false },
    async () => {
      await using forge = await forgeWithGit();
      const repo = await forge.repository('shown');
      const issue = await forge.owner.createIssue(repo, {
        title: `Title ${HOSTILE}`,
        body: `Body ${HOSTILE}`,
        labels: ['a<b>'],
      });
      await forge.owner.comment(repo, issue.number, HOSTILE);
      const clone = await forge.clone(repo, 'shown');
      await clone.git('checkout', '-q', '-b', 'topic');
      const sha = await clone.commit('code.js', `const x = '${HOSTILE}';\nsecond line\n`);
      await clone.git('push', '-q', 'origin', 'topic');
      const pull = await forge.owner.createPull(repo, {
        title: 'Pull',
        body: HOSTILE,
        head: 'topic',
        base: 'main',
      });
      const comments = [{ path: 'code.js', line: 2, side: 'RIGHT' as const, body: `on the line ${HOSTILE}` }];
      await forge.reviewer.review(repo, pull.number, {
        sha,
        event: 'REQUEST_CHANGES',
        body: 'please',
        comments,
      });
      await forge.owner.setStatus(repo, sha, { context: 'ci/test', state: 'success', description: 'green' });

      const driver = tools('playwright-core') as {
        chromium: { launch(options: object): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }> };
      };
      const browser = await driver.chromium.launch({
        executablePath: chromium,
        args: ['--no-sandbox', '--disable-background-networking'],
      });
      try {
        const page = await browser.newPage();
        const errors: string[] = [];
        page.on('pageerror', (error) => errors.push(String(error)));
        const { url } = forge.embedded;
        await page.goto(`${url}/`);
        await page.fill('input[name=token]', forge.token('dev'));
        await page.click('button');
        assert.match((await page.textContent('main')) ?? '', /dev\/shown/);
        const seen = async (path: string, ...wanted: string[]) => {
          await page.goto(`${url}${path}`);
          const text = (await page.textContent('main')) ?? '';
          for (const words of wanted) assert.ok(text.includes(words), `${path} lacks ${words}:\n${text}`);
          assert.equal(await page.evaluate('window.hacked'), undefined, path);
        };
        await seen(`/${repo}`, 'Title <script>', 'Pull', 'a<b>', 'topic → main');
        await seen(`/${repo}/issues/${issue.number}`, `Body ${HOSTILE}`, HOSTILE, 'labeled a<b>');
        await seen(
          `/${repo}/pull/${pull.number}`,
          HOSTILE,
          `+const x = '${HOSTILE}';`,
          'on the line',
          'please',
          'changes requested',
          'ci/test',
          'success',
        );
        await seen(`/${repo}/commit/${sha}`, 'write code.js', '+second line');
        assert.deepEqual(errors, []);
      } finally {
        await browser.close();
      }
    },
  );
});
