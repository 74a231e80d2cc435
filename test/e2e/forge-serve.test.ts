import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { readFile, readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { serveForge } from '../support/forge-serve.ts';
import { tmpdir } from '../support/tmpdir.ts';

const run = promisify(execFile);
const ask = (url: string, token: string, method: string, path: string, body?: unknown) =>
  fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

describe('autodev forge serve', () => {
  test('one JSON line, two people, tokens of mode 0600 that stay, data that stays, an orderly end', async () => {
    await using tmp = await tmpdir();
    const data = join(tmp.path, 'data');
    await using first = await serveForge(data);
    assert.deepEqual(
      Object.keys(first)
        .filter((key) => ['url', 'users', 'data'].includes(key))
        .toSorted(),
      ['data', 'url', 'users'],
    );
    assert.ok(first.users.length >= 2);
    const token = first.users[0]?.token ?? '';
    const made = await ask(first.url, token, 'POST', '/user/repos', { name: 'kept', auto_init: true });
    assert.equal(made.status, 201);
    assert.equal(((await made.json()) as { owner: { login: string } }).owner.login, first.users[0]?.login);
    await ask(first.url, token, 'POST', '/repos/dev/kept/issues', { title: 'kept too' });
    assert.equal((await stat(join(data, 'users.json'))).mode & 0o777, 0o600);
    assert.equal(await first.stop('SIGTERM'), 0);

    await using second = await serveForge(data);
    assert.deepEqual(second.users, first.users);
    assert.equal((await ask(second.url, token, 'GET', '/repos/dev/kept/issues/1')).status, 200);
    assert.equal((await ask(second.url, token, 'GET', '/repos/dev/kept/contents/README.md')).status, 200);
    assert.equal(await second.stop('SIGINT'), 0);
  });

  test('a port that is taken is a clear error with exit code 1', async () => {
    await using tmp = await tmpdir();
    await using forge = await serveForge(join(tmp.path, 'a'));
    const { port } = new URL(forge.url);
    await assert.rejects(serveForge(join(tmp.path, 'b'), '--port', port), /ended with 1: .*already in use/s);
    assert.equal(await forge.stop(), 0);
  });

  test('an idle server uses no CPU', async () => {
    await using tmp = await tmpdir();
    await using forge = await serveForge(join(tmp.path, 'data'));
    await ask(forge.url, forge.users[0]?.token ?? '', 'POST', '/user/repos', { name: 'x', auto_init: true });
    const ticks = async () => {
      const fields = (await readFile(`/proc/${forge.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
      return Number(fields[11]) + Number(fields[12]);
    };
    await new Promise((done) => setTimeout(done, 1_000));
    const before = await ticks();
    await new Promise((done) => setTimeout(done, 2_000));
    // A tick is 10 ms: below 5 % of one core, with room for a noisy machine.
    assert.ok((await ticks()) - before <= 10, `${(await ticks()) - before} ticks`);
    await forge.stop();
  });
});

describe('bad input to the embedded forge is refused and changes nothing', () => {
  test('no token, an unknown token, a wrong repository, malformed JSON, a body of 30 MB', async () => {
    await using tmp = await tmpdir();
    await using forge = await serveForge(join(tmp.path, 'data'));
    const token = forge.users[0]?.token ?? '';
    await ask(forge.url, token, 'POST', '/user/repos', { name: 'app', auto_init: true });
    assert.equal((await fetch(`${forge.url}/user`)).status, 401);
    assert.equal((await ask(forge.url, 'not-a-token', 'GET', '/user')).status, 401);
    assert.equal((await fetch(`${forge.url}/dev/app.git/info/refs?service=git-upload-pack`)).status, 401);
    assert.equal((await ask(forge.url, token, 'GET', '/repos/dev/nope')).status, 404);
    assert.equal((await ask(forge.url, token, 'GET', '/repos/nobody/app')).status, 404);
    assert.equal((await ask(forge.url, token, 'GET', '/no/such/thing/here/at/all')).status, 404);
    for (const body of ['{', '[1,2', 'title', '"text"', '\u0000']) {
      assert.equal(
        (await ask(forge.url, token, 'POST', '/repos/dev/app/issues', body)).status,
        400,
        JSON.stringify(body),
      );
    }
    for (const body of [
      {},
      { title: '' },
      { title: 7.5, labels: 'x' },
      { title: 'x', body: 'y'.repeat(70_000) },
    ]) {
      assert.equal(
        (await ask(forge.url, token, 'POST', '/repos/dev/app/issues', body)).status,
        422,
        JSON.stringify(body).slice(0, 50),
      );
    }
    const huge = JSON.stringify({ title: 'x', body: 'y'.repeat(30_000_000) });
    assert.equal((await ask(forge.url, token, 'POST', '/repos/dev/app/issues', huge)).status, 413);
    const list = await ask(forge.url, token, 'GET', '/repos/dev/app/issues?state=all');
    assert.deepEqual(await list.json(), []);
    assert.equal(await forge.stop(), 0);
  });

  test('a path that tries to leave the repository', async () => {
    await using tmp = await tmpdir();
    await using forge = await serveForge(join(tmp.path, 'data'));
    const token = forge.users[0]?.token ?? '';
    const { port } = new URL(forge.url);
    await ask(forge.url, token, 'POST', '/user/repos', { name: 'app', auto_init: true });
    /** As it is: fetch would tidy `..` away before sending. */
    const raw = (method: string, path: string, body = '') =>
      new Promise<number>((done, fail) => {
        const sent = request(
          {
            port,
            method,
            path,
            headers: { authorization: `Bearer ${token}`, 'content-length': Buffer.byteLength(body) },
          },
          (answer) => {
            answer.resume();
            done(answer.statusCode ?? 0);
          },
        );
        sent.once('error', fail);
        sent.end(body);
      });
    const file = JSON.stringify({ message: 'm', content: Buffer.from('x').toString('base64') });
    for (const path of [
      '..%2f..%2fescaped',
      '%2e%2e/%2e%2e/escaped',
      '.git/config',
      'a/../../escaped',
      'a//b',
      '..%5cescaped',
      '.GIT/hooks/update',
    ]) {
      const status = await raw('PUT', `/repos/dev/app/contents/${path}`, file);
      assert.ok(status >= 400 && status < 500, `${path} → ${status}`);
    }
    for (const path of [
      '/dev/app.git/../../forge.db',
      '/dev/app.git/config',
      '/dev/app.git/objects/info/packs',
      '/dev/..%2f..%2fusers.json/info/refs?service=git-upload-pack',
      '/assets/..%2f..%2fusers.json',
    ]) {
      const status = await raw('GET', path);
      assert.ok(status >= 400 && status < 500, `${path} → ${status}`);
    }
    assert.equal((await ask(forge.url, token, 'POST', '/user/repos', { name: '../x' })).status, 422);
    assert.equal((await ask(forge.url, token, 'POST', '/user/repos', { name: '..' })).status, 422);
    for (const ref of [
      'refs/heads/../../x',
      'refs/forge/seen/main',
      'refs/pull/1/head',
      '-x',
      'refs/heads/a..b',
    ]) {
      const sha = (
        (await (await ask(forge.url, token, 'GET', '/repos/dev/app/git/ref/heads/main')).json()) as {
          object: { sha: string };
        }
      ).object.sha;
      assert.equal(
        (await ask(forge.url, token, 'POST', '/repos/dev/app/git/refs', { ref, sha })).status,
        422,
        ref,
      );
    }
    const names = await readdir(join(tmp.path, 'data', 'repositories'));
    assert.deepEqual(names, ['1.git']);
    assert.deepEqual((await readdir(tmp.path)).toSorted(), ['data']);
    assert.equal(await forge.stop(), 0);
  });

  test('a push of garbage, and one that names an object it does not send', async () => {
    await using tmp = await tmpdir();
    await using forge = await serveForge(join(tmp.path, 'data'));
    const token = forge.users[0]?.token ?? '';
    await ask(forge.url, token, 'POST', '/user/repos', { name: 'app', auto_init: true });
    const main = async () =>
      (await (await ask(forge.url, token, 'GET', '/repos/dev/app/git/ref/heads/main')).json()) as object;
    const before = await main();
    const push = (body: Buffer) =>
      fetch(`${forge.url}/dev/app.git/git-receive-pack`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/x-git-receive-pack-request',
        },
        body: new Uint8Array(body),
      });
    const pkt = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
    const zero = '0'.repeat(40);
    const missing = Buffer.from(`${pkt(`${zero} ${'a'.repeat(40)} refs/heads/evil\0report-status`)}0000`);
    const noise = Buffer.from(
      `${pkt(`${zero} ${'b'.repeat(40)} refs/heads/evil\0report-status`)}0000PACKgarbage`,
    );
    for (const body of [Buffer.from('garbage'), Buffer.alloc(100_000, 'x'), missing, noise]) {
      const answer = await push(body);
      const text = await answer.text();
      assert.ok(!/unpack ok[^]*\bok refs\/heads\/evil/.test(text), text);
    }
    assert.deepEqual(await main(), before);
    assert.equal((await ask(forge.url, token, 'GET', '/repos/dev/app/git/ref/heads/evil')).status, 404);
    assert.equal(await forge.stop(), 0);
    execFileSync('git', ['--git-dir', join(tmp.path, 'data', 'repositories', '1.git'), 'fsck', '--strict']);
  });

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    test(`${signal} in the middle of a push: nothing of the push is there, the next start goes on`, async () => {
      await using tmp = await tmpdir();
      const data = join(tmp.path, 'data');
      await using forge = await serveForge(data);
      const token = forge.users[0]?.token ?? '';
      await ask(forge.url, token, 'POST', '/user/repos', { name: 'app', auto_init: true });
      const gitDir = join(data, 'repositories', '1.git');
      const refs = async () => (await run('git', ['--git-dir', gitDir, 'for-each-ref'])).stdout;
      const incoming = async () =>
        (await readdir(join(gitDir, 'objects'))).filter((name) => name.startsWith('tmp_objdir'));
      const before = await refs();
      const line = `${'0'.repeat(40)} ${'c'.repeat(40)} refs/heads/half\0report-status`;
      const head = `${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`;
      const pack = [...Buffer.from('PACK'), 0, 0, 0, 2, 0, 0, 0, 9];
      const sent = request(`${forge.url}/dev/app.git/git-receive-pack`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/x-git-receive-pack-request',
        },
      });
      const broken = new Promise<void>((done) => {
        sent.once('error', () => done());
        sent.once('response', (answer) => answer.resume().once('close', () => done()));
      });
      sent.write(Buffer.concat([Buffer.from(head), Buffer.from(pack)]));
      // It has begun to take objects in, and waits for more.
      for (let tries = 0; tries < 400 && (await incoming()).length === 0; tries += 1) {
        await new Promise((done) => setTimeout(done, 20));
      }
      assert.equal((await incoming()).length, 1);
      const code = await forge.stop(signal);
      await broken;
      if (signal === 'SIGTERM') {
        assert.equal(code, 0);
        assert.deepEqual(await incoming(), []);
      }
      await using again = await serveForge(data);
      assert.equal(await refs(), before);
      assert.deepEqual(await incoming(), []);
      assert.equal((await ask(again.url, token, 'GET', '/repos/dev/app')).status, 200);
      await again.stop();
    });
  }
});
