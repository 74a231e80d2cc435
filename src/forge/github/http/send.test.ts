import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { virtualClock } from '../../../../test/support/clock.ts';
import { peer, type Reply } from '../../../../test/support/forge-peer.ts';
import { testHost } from '../../../../test/support/host.ts';
import { isAutodevError } from '../../../work/errors.ts';
import { memoryEtags, type Remembered } from './conditional.ts';
import { openGitHubForge } from '../open.ts';

const ISSUE = {
  number: 1,
  title: 't',
  body: null,
  state: 'open',
  user: null,
  labels: [{ name: 'bug' }, 'plain'],
  created_at: '2026-01-15T12:00:00Z',
  updated_at: '2026-01-15T12:00:00Z',
  html_url: 'h',
  lots: { of: 'more' },
};

function ground(replies: readonly Reply[], etags = memoryEtags(), apiUrl = 'https://forge.test') {
  const clock = virtualClock();
  const { fetch, seen } = peer(() => clock.now(), replies);
  return {
    forge: openGitHubForge(testHost({ clock }), { apiUrl, token: 'secret-token', fetch, etags }),
    seen,
  };
}

describe('what goes to the forge and what comes back', () => {
  test('"not modified" yields the items of the last answer, by the stored ETag, at the same URL', async () => {
    const { forge, seen } = ground([
      { status: 200, headers: { etag: 'W/"1"' }, body: [ISSUE] },
      { status: 304 },
    ]);
    const first = await forge.openIssues('o/r', null);
    const second = await forge.openIssues('o/r', '2026-01-15T12:00:00Z');
    assert.deepEqual([first.unchanged, second.unchanged], [false, true]);
    assert.deepEqual(second.items, first.items);
    assert.equal(seen[0]?.path, seen[1]?.path, 'a cursor never changes the URL');
    assert.equal(seen[1]?.headers.get('if-none-match'), 'W/"1"');
  });

  test('an ETag store that outlives the process keeps the answer, and only what we read of it', async () => {
    const kept = new Map<string, Remembered>();
    const etags = {
      get: (url: string) => kept.get(url),
      set: (url: string, entry: Remembered) => void kept.set(url, entry),
    };
    await ground([{ status: 200, headers: { etag: '"1"' }, body: [ISSUE] }], etags).forge.openIssues(
      'o/r',
      null,
    );
    assert.ok(![...kept.values()].some((entry) => entry.body.includes('lots')));
    const again = await ground([{ status: 304 }], etags).forge.openIssues('o/r', null);
    assert.deepEqual(
      [again.unchanged, again.items.length, again.items[0]?.author, again.items[0]?.labels],
      [true, 1, 'ghost', ['bug', 'plain']],
    );
  });

  test('the store in memory forgets the least used first', () => {
    const etags = memoryEtags(2);
    const entry = { etag: 'e', link: '', body: '[]' };
    void etags.set('a', entry);
    void etags.set('b', entry);
    void etags.get('a');
    void etags.set('c', entry);
    assert.deepEqual([etags.get('a'), etags.get('b'), etags.get('c')].map(Boolean), [true, false, true]);
  });

  test('a link to another server is not followed: the token stays with the forge', async () => {
    const next = '<https://elsewhere.test/repos/o/r/issues?page=2>; rel="next"';
    const { forge, seen } = ground([{ status: 200, headers: { link: next }, body: [ISSUE] }]);
    await assert.rejects(forge.openIssues('o/r', null), (error) => isAutodevError(error, 'forge_rejected'));
    assert.equal(seen.length, 1);
  });

  test('an Enterprise base URL with a path is kept for every page', async () => {
    const next = '<https://ghe.test/api/v3/repositories/1/issues?page=2>; rel="next"';
    const { forge, seen } = ground(
      [
        { status: 200, headers: { link: next }, body: [ISSUE] },
        { status: 200, body: [] },
      ],
      memoryEtags(),
      'https://ghe.test/api/v3/',
    );
    await forge.openIssues('o/r', null);
    assert.deepEqual(
      seen.map((request) => request.path.split('?')[0]),
      ['/api/v3/repos/o/r/issues', '/api/v3/repositories/1/issues'],
    );
    assert.equal(forge.apiUrl, 'https://ghe.test/api/v3');
  });

  test('reading stops at the page that reaches the cursor', async () => {
    const next = '<https://forge.test/repos/o/r/issues?page=2>; rel="next"';
    const old = { ...ISSUE, number: 2, updated_at: '2026-01-01T00:00:00Z' };
    const { forge, seen } = ground([{ status: 200, headers: { link: next }, body: [ISSUE, old] }]);
    const listing = await forge.openIssues('o/r', '2026-01-10T00:00:00Z');
    assert.deepEqual(
      listing.items.map((issue) => issue.number),
      [1],
    );
    assert.equal(seen.length, 1);
  });

  test('an answer that is not what GitHub documents fails instead of being believed', async () => {
    const { forge } = ground([{ status: 200, body: [{ ...ISSUE, number: 'one' }] }]);
    await assert.rejects(
      forge.openIssues('o/r', null),
      (error) => isAutodevError(error, 'forge_unavailable') && /0\.number/.test(error.why ?? ''),
    );
  });

  test('a write with an answer that nobody understands was perhaps done', async () => {
    const { forge, seen } = ground([{ status: 201, body: { number: 'one' } }]);
    await assert.rejects(
      forge.createIssue('o/r', { title: 't', body: '' }),
      (error) => isAutodevError(error, 'forge_unavailable') && error.data?.['outcome'] === 'unknown',
    );
    assert.equal(seen.length, 1);
  });

  test('neither the token nor the body of a request is part of an error', async () => {
    const { forge } = ground([
      {
        status: 422,
        body: {
          message: 'Validation Failed',
          errors: [{ resource: 'Issue', field: 'title', code: 'missing_field' }],
        },
      },
    ]);
    await assert.rejects(forge.createIssue('o/r', { title: 'private words', body: '' }), (error) => {
      assert.ok(isAutodevError(error, 'forge_rejected'));
      const told = JSON.stringify([error.message, error.why, error.hint, error.data]);
      assert.ok(!told.includes('secret-token') && !told.includes('private words'), told);
      assert.deepEqual(error.data?.['errors'], [
        { resource: 'Issue', field: 'title', code: 'missing_field' },
      ]);
      return true;
    });
  });

  test('a repository name that is none never becomes a URL', async () => {
    const { forge, seen } = ground([{ status: 200, body: {} }]);
    for (const name of ['no-slash', '../..', 'o/../../user', 'o/r?x=1', 'o/r/extra', '']) {
      await assert.rejects(forge.repository(name), (error) => isAutodevError(error, 'invalid_input'));
    }
    assert.equal(seen.length, 0);
  });
});
