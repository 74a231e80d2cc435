import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { startEmbeddedForge } from './start.ts';

const NO_COMMIT = '0'.repeat(40);
const line = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text;

async function forgeOf(data: string) {
  const forge = await startEmbeddedForge(testHost(), { data });
  const token = forge.users[0]?.token ?? '';
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(`${forge.apiUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const push = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(`${forge.url}/dev/app.git/git-receive-pack`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`dev:${token}`).toString('base64')}`,
        'content-type': 'application/x-git-receive-pack-request',
        ...headers,
      },
      body,
    });
  const refs = async () => {
    const found = (await (await ask('GET', '/repos/dev/app/branches')).json()) as {
      name: string;
      commit: { sha: string };
    }[];
    return new Map(found.map(({ name, commit }) => [name, commit.sha]));
  };
  await ask('POST', '/user/repos', { name: 'app', auto_init: true });
  return { forge, ask, push, refs };
}

describe('a push over HTTP', () => {
  test('that does not begin as one is refused with 400 and changes nothing', async () => {
    await using tmp = await tmpdir();
    const { forge, push, refs } = await forgeOf(tmp.path);
    try {
      const before = await refs();
      assert.equal(before.size, 1);
      for (const body of ['', 'garbage', '00', 'zzzz', '0004', '00ffshort', line('hello there\n'), 'ffff'])
        assert.equal((await push(body)).status, 400, JSON.stringify(body));
      assert.equal((await push('no gzip', { 'content-encoding': 'gzip' })).status, 400);
      assert.equal((await push(gzipSync('garbage'), { 'content-encoding': 'gzip' })).status, 400);
      assert.deepEqual(await refs(), before);
    } finally {
      await forge.close();
    }
  });

  test('is carried out, plain and compressed', async () => {
    await using tmp = await tmpdir();
    const { forge, ask, push, refs } = await forgeOf(tmp.path);
    try {
      const sha = (await refs()).get('main') ?? '';
      assert.equal((await push('0000')).status, 200);
      for (const packed of [false, true]) {
        await ask('POST', '/repos/dev/app/git/refs', { ref: 'refs/heads/topic', sha });
        assert.equal((await refs()).has('topic'), true);
        const body = `${line(`${sha} ${NO_COMMIT} refs/heads/topic\0report-status`)}0000`;
        const answer = packed ? await push(gzipSync(body), { 'content-encoding': 'gzip' }) : await push(body);
        assert.equal(answer.status, 200);
        assert.match(await answer.text(), /ok refs\/heads\/topic/);
        assert.equal((await refs()).has('topic'), false);
      }
    } finally {
      await forge.close();
    }
  });
});

describe('GET /user/repos', () => {
  test('gives what has the visibility asked for', async () => {
    await using tmp = await tmpdir();
    const { forge, ask } = await forgeOf(tmp.path);
    try {
      await ask('POST', '/user/repos', { name: 'hidden', private: true });
      const names = async (query: string) =>
        ((await (await ask('GET', `/user/repos${query}`)).json()) as { name: string }[])
          .map(({ name }) => name)
          .toSorted();
      assert.deepEqual(await names(''), ['app', 'hidden']);
      assert.deepEqual(await names('?visibility=all'), ['app', 'hidden']);
      assert.deepEqual(await names('?visibility=private'), ['hidden']);
      assert.deepEqual(await names('?visibility=public'), ['app']);
      assert.equal((await ask('GET', '/user/repos?visibility=odd')).status, 422);
    } finally {
      await forge.close();
    }
  });
});
