import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { systemFetch } from '../../../host/net/fetch.ts';
import { wholeAnswer } from './whole-answer.ts';

describe('an answer of a forge', () => {
  const asked: string[] = [];
  const servers: Server[] = [];
  let [forge, other] = ['', ''];

  before(async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    const listen = async (name: string) => {
      const server = createServer((request, response) => {
        asked.push(`${name} ${request.method} ${request.url} ${request.headers.authorization}`);
        const to = { '/near': '/here', '/far': `${other}/there`, '/round': '/round' }[request.url ?? ''];
        if (to !== undefined) response.writeHead(307, { location: to }).end();
        else if (request.url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
        else response.end('{"ok":true}');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      servers.push(server);
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    other = await listen('other');
    forge = await listen('forge');
  });
  after(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  const ask = (path: string, init: RequestInit = {}) =>
    wholeAnswer(systemFetch, `${forge}${path}`, { headers: { authorization: 't' }, ...init }, 1024 * 1024);

  test('is followed on the same server, with everything that was asked', async () => {
    const answer = await ask('/near', { method: 'POST', body: '{}' });
    assert.deepEqual(await answer.json(), { ok: true });
    assert.deepEqual(asked.slice(-2), ['forge POST /near t', 'forge POST /here t']);
  });

  test('leads to no other server, and not round and round', async () => {
    for (const path of ['/far', '/round']) await assert.rejects(ask(path), { code: 'forge_rejected' });
    await assert.rejects(ask('/far', { method: 'POST', body: '{}' }), { code: 'forge_rejected' });
    assert.equal(asked.filter((line) => line.startsWith('other')).length, 0);
    assert.equal(asked.filter((line) => line.includes('/round')).length, 4);
  });

  test('that unpacks to more than anybody sends is given up', async () => {
    await assert.rejects(ask('/bomb'), { code: 'forge_rejected' });
  });
});
