import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { openWorld, until } from '../support/cli-world.ts';

/** The way to a forge that says at a moment of our choosing that its limit is reached for an hour. */
async function limitedForge(apiUrl: string) {
  const target = new URL(apiUrl);
  const state = { limited: false, refused: 0 };
  const server = createServer((asked, answer) => {
    if (state.limited) {
      state.refused += 1;
      answer.writeHead(429, { 'retry-after': '3600', 'content-type': 'application/json' });
      answer.end('{"message": "API rate limit exceeded"}');
      return;
    }
    const { method, headers, url } = asked;
    const passed = request(target, { method, headers, path: url }, (reply) => {
      answer.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(answer);
    });
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    state,
    url: `http://127.0.0.1:${port}${target.pathname}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('a daemon whose forge has closed for an hour ends when it is told to, and is not waited for', async () => {
  await using world = await openWorld();
  await using forge = await limitedForge(world.forge.apiUrl);
  await world.configure((config) => {
    config['github'] = { ...(config['github'] as object), api_url: forge.url };
    config['daemon'] = { ...(config['daemon'] as object), drain_secs: 0.1 };
  });
  const daemon = world.start('start');
  await world.issue('one');
  await until(async () => (await world.labels(1)).includes('autodev:wip'));
  forge.state.limited = true;
  await until(() => forge.state.refused > 0);
  daemon.child.kill('SIGTERM');
  const limit = AbortSignal.timeout(120_000);
  const late = new Promise<string>((resolve) =>
    limit.addEventListener('abort', () => resolve(`it is still there: ${JSON.stringify(daemon.said())}`)),
  );
  const ended = await Promise.race([daemon.ended, late]);
  assert.ok(typeof ended !== 'string', JSON.stringify(ended));
  assert.equal(ended.code, 0, ended.err);
});
