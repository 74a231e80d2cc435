import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fillStore, REPO, sourceOf } from '../../test/support/board-store.ts';
import { systemClock } from '../host/clock.ts';
import { openStore } from '../store/sqlite/open.ts';
import { webApp } from './app.ts';
import { openDoor } from './door.ts';

describe('a page of the dashboard', () => {
  test('asks for the status once, so that all its numbers are of one moment', async () => {
    const store = openStore(':memory:');
    await fillStore(store, { items: 3, events: 2, title: (number) => `Title ${number}` });
    const source = sourceOf(store, '/nowhere');
    let asked = 0;
    const status = () => {
      asked += 1;
      return source.status();
    };
    const door = openDoor({ token: 'a'.repeat(64), port: 1 });
    const app = webApp({ source: { ...source, status }, door, clock: systemClock });
    const headers = { host: '127.0.0.1:1', cookie: door.cookie.split(';')[0] ?? '' };
    for (const path of ['/', '/lane', '/health', '/costs', `/items/issue/${REPO}/1`]) {
      asked = 0;
      assert.equal((await app.request(path, { headers })).status, 200, path);
      assert.equal(asked, 1, path);
    }
    await store.close();
  });
});
