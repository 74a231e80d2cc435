import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { virtualClock } from '../../../../test/support/clock.ts';
import { peer, type Reply } from '../../../../test/support/forge-peer.ts';
import { testHost } from '../../../../test/support/host.ts';
import { isAutodevError } from '../../../work/errors.ts';
import { openGitHubForge } from '../open.ts';

const USER: Reply = { status: 200, body: { login: 'dev', id: 1 } };
const COMMENT: Reply = {
  status: 201,
  body: { id: 1, user: { login: 'dev' }, body: 'x', created_at: 'c', updated_at: 'u', html_url: 'h' },
};

function ground(replies: readonly Reply[], pacing = false) {
  const clock = virtualClock();
  const start = clock.now();
  const { fetch, seen } = peer(() => clock.now(), replies);
  const forge = openGitHubForge(testHost({ clock }), {
    apiUrl: 'https://forge.test',
    token: 'secret-token',
    fetch,
    pacing,
  });
  return { clock, start, seen, forge, times: () => seen.map((request) => (request.at - start) / 1000) };
}

/** Lets time pass until the work is done, never further than `limit` seconds. */
async function within<T>(
  clock: ReturnType<typeof virtualClock>,
  limit: number,
  work: Promise<T>,
): Promise<T> {
  const state = { done: false };
  const settled = work.finally(() => (state.done = true));
  settled.catch(() => {});
  await clock.advance(0);
  for (let second = 0; !state.done && second < limit; second += 1) await clock.advance(1_000);
  assert.ok(state.done, `not done within ${limit} s`);
  return settled;
}

describe("the forge's limits, on the host's clock", () => {
  test('a read obeys retry-after to the second and is then repeated', async () => {
    const { clock, forge, times } = ground([{ status: 429, headers: { 'retry-after': '37' } }, USER]);
    const work = forge.viewer();
    await clock.advance(36_999);
    assert.deepEqual(times(), [0]);
    await clock.advance(1);
    assert.equal((await work).login, 'dev');
    assert.deepEqual(times(), [0, 37]);
  });

  test('the primary limit is waited for until its reset, by the clock of the forge', async () => {
    const ahead = 3_600_000;
    const clock = virtualClock();
    const forgeNow = () => clock.now() + ahead;
    const reset = Math.floor((forgeNow() + 600_000) / 1000);
    const limited: Reply = {
      status: 403,
      headers: {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(reset),
        date: new Date(forgeNow()).toUTCString(),
      },
      body: { message: 'API rate limit exceeded' },
    };
    const start = clock.now();
    const { fetch, seen } = peer(() => clock.now(), [limited, USER]);
    const forge = openGitHubForge(testHost({ clock }), {
      apiUrl: 'https://forge.test',
      token: 'secret-token',
      fetch,
    });
    const work = forge.viewer();
    await clock.advance(599_999);
    assert.equal(seen.length, 1);
    await clock.advance(1);
    await work;
    assert.equal((seen[1]?.at ?? 0) - start, 600_000);
  });

  test('a secondary limit without retry-after is waited for a minute, then two', async () => {
    const slow: Reply = { status: 403, body: { message: 'You have exceeded a secondary rate limit.' } };
    const { clock, forge, times } = ground([slow, slow, USER]);
    await within(clock, 400, forge.viewer());
    assert.deepEqual(times(), [0, 60, 180]);
  });

  test('while one request waits, no other goes out', async () => {
    const { clock, forge, times } = ground([{ status: 429, headers: { 'retry-after': '10' } }, USER]);
    const first = forge.viewer();
    await clock.advance(3_000);
    const second = forge.viewer();
    await clock.advance(6_999);
    assert.equal(times().length, 1);
    await clock.advance(1);
    await Promise.all([first, second]);
    assert.deepEqual(times(), [0, 10, 10]);
  });

  test('a write that is told to slow down is not repeated, and none waits for the end of a limit; the error says when', async () => {
    const { clock, forge, seen, times, start } = ground([
      { status: 403, headers: { 'retry-after': '30' } },
      COMMENT,
    ]);
    const limited = (error: unknown) => {
      assert.ok(isAutodevError(error, 'forge_limited'));
      assert.equal(error.data?.['retryAt'], new Date(start + 30_000).toISOString());
      return true;
    };
    await assert.rejects(forge.comment('o/r', 1, 'x'), limited);
    await assert.rejects(forge.comment('o/r', 1, 'x'), limited);
    assert.equal(seen.length, 1, 'what would have waited was not sent');
    await clock.advance(25_000);
    await within(clock, 10, forge.comment('o/r', 1, 'x'));
    assert.deepEqual(times(), [0, 30], 'a few seconds are waited for');
  });

  test('whoever stops does not wait an hour for one more answer, but for the seconds between writes', async () => {
    const hurry = new AbortController();
    const clock = virtualClock();
    const hour: Reply = { status: 429, headers: { 'retry-after': '3600' } };
    const open = (replies: readonly Reply[], pacing: boolean) => {
      const { fetch, seen } = peer(() => clock.now(), replies);
      const options = { apiUrl: 'https://forge.test', token: 'secret-token', fetch, pacing };
      return { seen, forge: openGitHubForge(testHost({ clock }), { ...options, hurry: hurry.signal }) };
    };
    const { forge, seen } = open([hour], false);
    const waits = assert.rejects(forge.viewer(), /stopping/);
    await clock.advance(60_000);
    assert.equal(seen.length, 1);
    hurry.abort(new Error('stopping'));
    await waits;
    await assert.rejects(forge.viewer(), /stopping/);
    assert.equal(seen.length, 1, 'nor does a later one');
    const paced = open([COMMENT], true);
    const both = Promise.all([1, 2].map((number) => paced.forge.comment('o/r', number, 'x')));
    await within(clock, 10, both);
    assert.equal(paced.seen.length, 2);
  });

  test('403 without any sign of a limit is a refusal, at once', async () => {
    const { forge, seen } = ground([
      { status: 403, body: { message: 'Resource not accessible by personal access token' } },
    ]);
    await assert.rejects(forge.viewer(), (error) => isAutodevError(error, 'forge_forbidden'));
    assert.equal(seen.length, 1);
  });

  test('writes are a second apart with pacing, and at once without', async () => {
    const paced = ground([COMMENT], true);
    const all = Promise.all([1, 2, 3].map((number) => paced.forge.comment('o/r', number, 'x')));
    await within(paced.clock, 10, all);
    assert.deepEqual(paced.times(), [0, 1, 2]);
    const free = ground([COMMENT]);
    await Promise.all([1, 2, 3].map((number) => free.forge.comment('o/r', number, 'x')));
    assert.deepEqual(free.times(), [0, 0, 0]);
  });

  test('at most 900 points a minute go out with pacing, and a minute of reads does not hold up a write', async () => {
    const { clock, forge, seen, times } = ground(
      [...Array.from({ length: 600 }, () => USER), COMMENT, USER],
      true,
    );
    const reads = Promise.all(Array.from({ length: 601 }, () => forge.viewer()));
    await clock.advance(0);
    assert.equal(seen.length, 600);
    await within(clock, 1, forge.comment('o/r', 1, 'x'));
    await within(clock, 120, reads);
    assert.deepEqual([times().at(-2), times().at(-1)], [0, 60]);
  });

  test('a write that would wait long for its turn is not sent, and says when to try again', async () => {
    const { clock, start, forge, times } = ground([COMMENT], true);
    const all = Promise.allSettled(Array.from({ length: 13 }, () => forge.comment('o/r', 1, 'x')));
    const settled = await within(clock, 20, all);
    const refused = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    assert.equal(times().at(-1), 10, 'what was asked before a write is ten seconds old at most');
    assert.deepEqual(
      refused.map((error) => isAutodevError(error, 'forge_limited') && error.data?.['retryAt']),
      [11, 11].map((second) => new Date(start + second * 1_000).toISOString()),
    );
  });
});

describe('brief outages', () => {
  test('a read is repeated after 1, 2 and 4 seconds, then given up', async () => {
    const { clock, forge, times } = ground([{ status: 502 }]);
    await assert.rejects(within(clock, 30, forge.viewer()), (error) =>
      isAutodevError(error, 'forge_unavailable'),
    );
    assert.deepEqual(times(), [0, 1, 3, 7]);
  });

  test('a read survives a connection that breaks', async () => {
    const { clock, forge } = ground([
      new TypeError('fetch failed'),
      { status: 503, headers: { 'retry-after': '5' } },
      USER,
    ]);
    assert.equal((await within(clock, 30, forge.viewer())).login, 'dev');
  });

  test('a write whose answer is lost is never repeated, and nobody knows its outcome', async () => {
    for (const lost of [new TypeError('terminated'), { status: 502 }, { status: 500 }] satisfies Reply[]) {
      const { clock, forge, seen } = ground([lost, COMMENT]);
      await assert.rejects(within(clock, 60, forge.comment('o/r', 1, 'x')), (error) => {
        assert.ok(isAutodevError(error, 'forge_unavailable'));
        assert.equal(error.data?.['outcome'], 'unknown');
        return true;
      });
      assert.equal(seen.length, 1);
    }
  });

  test('a write that never left this machine is known not to have happened', async () => {
    const refused = Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }),
    });
    const { forge } = ground([refused]);
    await assert.rejects(
      forge.comment('o/r', 1, 'x'),
      (error) => isAutodevError(error) && error.data?.['outcome'] === 'not_sent',
    );
  });

  test('no answer at all is given up after the patience, and counts as lost', async () => {
    const clock = virtualClock();
    const fetch = (_: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
      );
    const forge = openGitHubForge(testHost({ clock }), {
      apiUrl: 'https://forge.test',
      token: 'secret-token',
      fetch,
      timeoutMs: 5_000,
    });
    await assert.rejects(
      within(clock, 10, forge.comment('o/r', 1, 'x')),
      (error) => isAutodevError(error) && error.data?.['outcome'] === 'unknown',
    );
  });
});
