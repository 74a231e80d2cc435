import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { openGitHubForge } from '../../src/forge/github/open.ts';
import { isAutodevError } from '../../src/work/errors.ts';
import { virtualClock } from '../support/clock.ts';
import { testHost } from '../support/host.ts';

const ISSUE = {
  number: 1,
  title: 't',
  body: null,
  state: 'open',
  user: null,
  labels: [],
  created_at: '2026-01-15T12:00:00Z',
  updated_at: '2026-01-15T12:00:00Z',
  html_url: 'h',
};

/** A forge that answers as the attacker likes, over real sockets. */
async function hostile(answer: RequestListener, timeoutMs = 60_000) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = (host = testHost()) => openGitHubForge(host, { apiUrl, token: 't', timeoutMs });
  return {
    apiUrl,
    open,
    asked: () => asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const soon = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), 5));
const givesUp = (error: unknown) => isAutodevError(error, 'forge_rejected', 'forge_unavailable');

describe('a forge that answers to do harm', () => {
  test('byte by byte, for ever, is given up on as a whole', async () => {
    const trickles: NodeJS.Timeout[] = [];
    await using forge = await hostile((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('[');
      trickles.push(setInterval(() => response.write(' '), 20));
    }, 2_000);
    try {
      // A write: it is sent once, so that nothing is waited for between tries.
      await assert.rejects(forge.open().comment('o/r', 1, 'x'), givesUp);
      assert.ok(forge.asked() <= 1);
    } finally {
      for (const each of trickles) clearInterval(each);
    }
  });

  test('with a list that always has another page is stopped, with a reason', async () => {
    const page = JSON.stringify([ISSUE]);
    await using forge = await hostile((request, response) => {
      const at = new URL(request.url ?? '', forge.apiUrl);
      const next = Number(at.searchParams.get('page') ?? 1) + 1;
      at.searchParams.set('page', String(next));
      response
        .writeHead(200, { 'content-type': 'application/json', link: `<${at.href}>; rel="next"` })
        .end(page);
    });
    await assert.rejects(forge.open().openIssues('o/r', null), (error: unknown) => {
      assert.ok(isAutodevError(error, 'forge_rejected'));
      assert.match(error.message, /does not end/);
      return true;
    });
    assert.ok(forge.asked() <= 2_001);
  });

  test('with more than anybody sends, without saying how much, is given up on the way', async () => {
    const chunk = Buffer.alloc(4 * 1024 * 1024, ' ');
    let sent = 0;
    await using forge = await hostile((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        for (let room = true; room && !response.destroyed && sent < 1024; sent += 4)
          room = response.write(chunk);
        if (sent < 1024) response.once('drain', more);
        else response.end();
      };
      more();
    });
    await assert.rejects(forge.open().openIssues('o/r', null), givesUp);
    assert.ok(sent < 1024, 'the rest of the gigabyte was never read');
  });

  test('with a pause of centuries is asked again within days', async () => {
    for (const status of [429, 503]) {
      let refused = false;
      await using forge = await hostile((_request, response) => {
        if (refused) response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
        else response.writeHead(status, { 'retry-after': '9999999999' }).end('{}');
        refused = true;
      });
      const clock = virtualClock();
      const listed = forge.open(testHost({ clock })).openIssues('o/r', null);
      let over = false;
      // Real sockets and a clock of our own: minutes pass while it waits, up to two weeks of them.
      for (let left = 20_000; left > 0 && !over; left -= 1) {
        over = await Promise.race([listed.then(() => true), soon()]);
        if (refused) await clock.advance(60_000);
      }
      assert.ok(over, `${status}`);
    }
  });
});
