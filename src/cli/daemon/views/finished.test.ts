import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../../store/sqlite/open.ts';
import { workId } from '../../../work/ids.ts';
import { finishedItems, finishedTable } from './finished.ts';

test('what is finished is listed with its address, the newest first; what is in work again, or nowhere on the forge, is not', async () => {
  const store = openStore(':memory:');
  const url = 'https://github.com/org/app.git';
  await store.repositories.put({ name: 'org/app', url, enabled: true, origin: 'config' });
  const ids = [
    workId('issue', 'org/app', 1),
    workId('pr', 'org/app', 2),
    workId('knowledge', 'org/app', 1),
    workId('issue', 'org/app', 3),
  ];
  for (const work of ids) {
    await store.events.append({
      type: 'item.queued',
      work,
      phase: 'Pending',
      title: 'A title of some length',
    });
    await store.events.append({
      type: 'item.left',
      work,
      outcome: 'done',
      reason: '',
      durationMs: 1,
      costUsd: 0,
    });
  }
  const found = await finishedItems(store, new Set([workId('issue', 'org/app', 3)]));
  assert.deepEqual(
    found.map(({ id, url }) => [id, url]),
    [
      ['pr:org/app:2', 'https://github.com/org/app/pull/2'],
      ['issue:org/app:1', 'https://github.com/org/app/issues/1'],
    ],
  );
  const narrow = finishedTable(found, { columns: 80, now: Date.now(), dim: (text) => text });
  for (const { url } of found) assert.ok(narrow.includes(url), narrow);
  assert.match(narrow, /A title o…/);
  await store.close();
});
