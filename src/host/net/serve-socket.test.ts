import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { serveSocket } from './serve-socket.ts';
import { requestOverSocket } from './socket-request.ts';

const echo = async (request: Request) =>
  new Response(`${request.method} ${await request.text()} “ok”`, { status: 201 });

describe('a socket', () => {
  test('answers its own user, with the whole text', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 's');
    const served = await serveSocket(path, echo);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const body = 'é'.repeat(100_000);
    assert.deepEqual(await requestOverSocket(path, { method: 'POST', path: '/', body }), {
      status: 201,
      body: `POST ${body} “ok”`,
    });
    await served.close();
    assert.equal(existsSync(path), false);
  });

  test('that a dead process left behind is replaced', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 's');
    const code = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
    await new Promise((resolve) => spawn(process.execPath, ['-e', code]).once('exit', resolve));
    assert.equal(existsSync(path), true, 'the dead one is still there');
    const served = await serveSocket(path, echo);
    assert.equal((await requestOverSocket(path, { method: 'GET', path: '/' })).status, 201);
    await served.close();
  });

  test('whose path is too long for the system is refused with what to do', async () => {
    await assert.rejects(serveSocket(`/tmp/${'x'.repeat(120)}/control.sock`, echo), {
      code: 'invalid_config',
      hint: /AUTODEV_HOME/,
    });
  });

  test('that nobody listens on, that is silent, or that is no HTTP fails', async () => {
    await using tmp = await tmpdir();
    await assert.rejects(requestOverSocket(join(tmp.path, 'none'), { method: 'GET', path: '/' }), {
      code: 'ENOENT',
    });
    for (const [name, say, expected] of [
      ['silent', undefined, { code: 'ETIMEDOUT' }],
      ['lying', 'hello', /not HTTP/],
      ['cut', 'HTTP/1.1 200 OK\r\ncontent', /not HTTP/],
    ] as const) {
      const path = join(tmp.path, name);
      const server = createServer((socket) => {
        socket.on('error', () => {});
        if (say !== undefined) socket.end(say);
      });
      await new Promise<void>((resolve) => server.listen(path, resolve));
      await assert.rejects(requestOverSocket(path, { method: 'GET', path: '/', idleMs: 50 }), expected);
      server.close();
    }
  });
});
