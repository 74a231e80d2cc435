import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openStore } from '../../../store/sqlite/open.ts';
import { displayWidth } from '../../../render/width.ts';
import { workId } from '../../../work/ids.ts';
import { itemTable } from './item-table.ts';
import { leftToPerson } from './left-to-person.ts';

const left = (number: number, outcome: 'skip' | 'done', reason = 'needs a decision') => ({
  type: 'item.left' as const,
  work: workId('issue', 'o/r', number),
  outcome,
  reason,
  durationMs: 1,
  costUsd: 0,
});

describe('items left to a person', () => {
  test('are those that left last so, each once, and are counted so', async () => {
    const store = openStore(':memory:');
    for (const event of [left(1, 'skip'), left(1, 'done'), left(2, 'skip'), left(2, 'skip', 'still\nopen')])
      await store.events.append(event);
    const items = await leftToPerson(store, []);
    assert.deepEqual(
      items.map(({ id, waiting }) => [id, waiting?.reason]),
      [['issue:o/r:2', 'you: still\nopen']],
    );
    assert.deepEqual(await leftToPerson(store, items), []);
    assert.deepEqual(
      (await store.events.outcomes()).map((row) => ({ ...row })),
      [
        { repo: 'o/r', outcome: 'done', count: 1 },
        { repo: 'o/r', outcome: 'skip', count: 1 },
      ],
    );
    await store.close();
  });
});

describe('a repository that cannot be scanned', () => {
  test('has the last error until a scan works again', async () => {
    const store = openStore(':memory:');
    assert.equal(await store.events.scanFailure('o/r'), undefined);
    await store.events.append({ type: 'repo.failed', repo: 'o/r', message: 'not found' });
    await store.events.append({
      type: 'repo.scanned',
      repo: 'o/other',
      target: 'issues',
      found: 0,
      taken: 0,
    });
    assert.equal(await store.events.scanFailure('o/r'), 'not found');
    await store.events.append({ type: 'repo.scanned', repo: 'o/r', target: 'issues', found: 0, taken: 0 });
    assert.equal(await store.events.scanFailure('o/r'), undefined);
    await store.close();
  });
});

describe('the table of items', () => {
  test('is no wider than the terminal and has one line per item', () => {
    const item = {
      id: 'issue:org/application:42',
      type: 'issue' as const,
      repo: 'org/application',
      number: 42,
      title: 'A long title that goes on and on and does not come to its end',
      phase: null,
      running: false,
      waiting: { reason: 'the forge said no\nand more\nof it', until: '2026-01-01T00:00:00.000Z' },
      failures: 1,
      cost_usd: 0,
      queued_at: null,
    };
    for (const columns of [80, 100, 200]) {
      const lines = itemTable([item], { columns, now: 0, dim: (text) => text })
        .trimEnd()
        .split('\n');
      assert.equal(lines.length, 2);
      for (const line of lines) assert.ok(line.length <= columns, `${line.length}: ${line}`);
    }
    assert.match(
      itemTable([item], { columns: null, now: null, dim: (t) => t }),
      /no and more of it, 20\d\d-/,
    );
  });

  test('stands in columns whatever the titles are written in, and fits a terminal of wide characters', () => {
    const titled = (title: string) => ({
      id: 'issue:o/r:1',
      type: 'issue' as const,
      repo: 'o/r',
      number: 1,
      title,
      phase: null,
      running: false,
      waiting: { reason: 'you', until: null },
      failures: 0,
      cost_usd: 0,
      queued_at: null,
    });
    const titles = [
      'Add a login form',
      '로그인 화면을 만든다',
      '로그인'.normalize('NFD'),
      '家族 👨‍👩‍👧 と 🇰🇷',
      'cafe\u0301 ❤️ 1️⃣',
      'red \u001b[31m alert\u202e',
    ];
    const screen = { columns: null, now: null, dim: (text: string) => text };
    const lines = itemTable(titles.map(titled), screen).trimEnd().split('\n');
    const ends = lines.map((line) => displayWidth(line.replace(/(WAITS FOR|you)$/, '')));
    assert.deepEqual(new Set(ends).size, 1, lines.join('\n'));
    assert.doesNotMatch(lines.join(''), /[\u001b\u202e]/);
    for (const columns of [60, 80]) {
      const narrow = itemTable([titled('한국어로 쓴 아주 긴 제목 '.repeat(8))], { ...screen, columns });
      for (const line of narrow.trimEnd().split('\n'))
        assert.ok(displayWidth(line) <= columns, `${displayWidth(line)}: ${line}`);
    }
  });
});
