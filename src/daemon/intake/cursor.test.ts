import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { virtualClock } from '../../../test/support/clock.ts';
import { openStore } from '../../store/sqlite/open.ts';
import { moveCursor, readCursor } from './cursor.ts';
import type { DaemonParts, WatchedRepo } from '../parts.ts';

const HOUR = 3_600_000;

async function setup() {
  const clock = virtualClock();
  const store = openStore(':memory:', { clock });
  const row = { name: 'o/r', url: 'https://github.com/o/r', enabled: true, origin: 'config' } as const;
  const repo = { id: (await store.repositories.put(row)).id } as WatchedRepo;
  const parts = { store, host: { clock }, settings: () => ({ reconcile_window_hours: 24 }) };
  return { clock, repo, parts: parts as unknown as DaemonParts };
}

describe('the cursor of a repository', () => {
  test('never scanned, it looks back one window', async () => {
    const { clock, repo, parts } = await setup();
    const { since } = await readCursor(parts, repo, 'issues', true);
    assert.equal(Date.parse(since), clock.now() - 24 * HOUR);
  });

  test('however often the daemon starts on a quiet repository, nothing older than the first scan is looked at', async () => {
    const { clock, repo, parts } = await setup();
    const first = await readCursor(parts, repo, 'issues', true);
    for (let start = 0; start < 5; start += 1) {
      const { since, lastSeen } = await readCursor(parts, repo, 'issues', true);
      assert.equal(since, first.since);
      await moveCursor(parts, repo, 'issues', lastSeen);
      await clock.advance(HOUR);
    }
  });

  test('a start looks back one window from where the last life had come to, and leaves the cursor there', async () => {
    const { clock, repo, parts } = await setup();
    await readCursor(parts, repo, 'issues', true);
    await clock.advance(100 * HOUR);
    const seen = new Date(clock.now()).toISOString();
    await moveCursor(parts, repo, 'issues', seen);
    const { since, lastSeen } = await readCursor(parts, repo, 'issues', true);
    assert.equal(Date.parse(since), clock.now() - 24 * HOUR);
    assert.equal(lastSeen, seen);
    assert.equal((await readCursor(parts, repo, 'issues', false)).since, seen);
  });
});
