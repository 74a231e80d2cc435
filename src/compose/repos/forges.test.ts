import assert from 'node:assert/strict';
import { createVerify, generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { GithubSchema } from '../../config/schema/github.ts';
import { openStore } from '../../store/sqlite/open.ts';
import { openForges } from './forges.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs1', format: 'pem' });

function signedByUs(authorization: string): boolean {
  const [head = '', body = '', signature = ''] = authorization.replace(/^bearer /i, '').split('.');
  const check = createVerify('RSA-SHA256').update(`${head}.${body}`);
  return check.verify(publicKey, Buffer.from(signature, 'base64url'));
}

/** Knows one app, gives its installation a token, and answers who that token is, with an ETag. */
async function forge() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(
      `${request.method ?? ''} ${request.url ?? ''} ${request.headers['if-none-match'] ?? ''}`.trim(),
    );
    const authorization = request.headers.authorization ?? '';
    const say = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(status === 304 ? undefined : JSON.stringify(body));
    if (request.url === '/app/installations/7/access_tokens' && signedByUs(authorization))
      say(201, { token: 'of-the-installation', expires_at: '2099-01-01T00:00:00Z', permissions: {} });
    else if (request.url === '/app' && signedByUs(authorization)) say(200, { slug: 'our-app', id: 3 });
    else if (authorization !== 'Bearer of-the-installation') say(401, { message: 'Bad credentials' });
    else if (request.headers['if-none-match'] === '"one"') say(304, null, { etag: '"one"' });
    else say(200, { login: 'us', id: 9, permission: 'write' }, { etag: '"one"' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('the login for the forge', () => {
  test('a GitHub App works with tokens of its installation', async () => {
    await using tmp = await tmpdir();
    await using server = await forge();
    const file = join(tmp.path, 'key.pem');
    await writeFile(file, pem, { mode: 0o600 });
    const github = GithubSchema.parse({
      api_url: server.url,
      app: { id: 3, installation_id: 7, private_key_file: file },
    });
    const { etags } = openStore(':memory:');
    const opened = await openForges(testHost(), github, etags);
    assert.equal(opened.forge, opened.reviewer);
    assert.equal((await opened.forge.viewer()).login, 'our-app[bot]');
    assert.equal(await opened.forge.permission('org/app', 'ann'), 'write');
    assert.equal(await opened.forge.permission('org/app', 'bob'), 'write');
    assert.equal(server.asked.filter((each) => each.includes('access_tokens')).length, 1);
  });

  test('what was read is remembered in the store, so that another start asks conditionally', async () => {
    await using tmp = await tmpdir();
    await using server = await forge();
    const store = openStore(join(tmp.path, 'a.db'));
    const github = GithubSchema.parse({ api_url: server.url, token: 'of-the-installation' });
    const first = await openForges(testHost(), github, store.etags);
    const second = await openForges(testHost(), github, store.etags);
    assert.deepEqual(await first.forge.viewer(), await second.forge.viewer());
    assert.deepEqual(server.asked, ['GET /user', 'GET /user "one"']);
    await store.close();
  });

  test('no login at all is a configuration mistake that says what to do', async () => {
    const github = GithubSchema.parse({ token_file: '/nowhere/token' });
    await assert.rejects(openForges(testHost(), github, openStore(':memory:').etags), {
      code: 'invalid_config',
    });
  });
});
