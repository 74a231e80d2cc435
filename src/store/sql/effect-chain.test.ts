import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { virtualClock } from '../../../test/support/clock.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import type { Clock } from '../../host/clock.ts';
import { openDatabase } from '../../host/db/sqlite.ts';
import { runId, workId } from '../../work/ids.ts';
import { chainProblems } from '../chain/check.ts';
import type { Store } from '../store.ts';
import { MIGRATIONS } from '../sqlite/migrations.ts';
import { openStore } from '../sqlite/open.ts';

const work = workId('issue', 'o/r', 1);
const run = runId(work, 'abc', 1);

async function problemsIn(path: string): Promise<string[]> {
  const store = openStore(path, { readOnly: true });
  const found = chainProblems(await store.effects.chain());
  await store.close();
  return found.map(({ kind, key }) => `${kind} ${key ?? ''}`.trim());
}

async function write(store: Store, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await store.effects.intend(run, key, { key });
    await store.effects.done(run, key, { id: 1 });
  }
}

function byHand(path: string, sql: string): void {
  const db = openDatabase(path);
  db.raw.exec(sql);
  db.close();
}

describe('the chain of a store', () => {
  test('every change of a row is an entry; what changes nothing is none', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'a.db');
    const store = openStore(path);
    await write(store, 'push a', 'pull b');
    await store.effects.intend(run, 'push a', { key: 'again' });
    await store.effects.done(run, 'merge never announced', {});
    const { entries, head, rowsBefore } = await store.effects.chain();
    assert.deepEqual(
      entries.map(({ seq, key }) => [seq, key]),
      [
        [1, 'push a'],
        [2, 'push a'],
        [3, 'pull b'],
        [4, 'pull b'],
      ],
    );
    assert.equal(head?.hash, entries.at(-1)?.hash);
    assert.equal(await store.effects.head(), `4:${head?.hash}`);
    assert.equal(rowsBefore, 0);
    await store.close();
    assert.deepEqual(await problemsIn(path), []);
  });

  test('what was changed, cut or added by hand stays visible, also after more was written', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'a.db');
    let store = openStore(path);
    await write(store, 'push a', 'push b', 'push c');
    await store.close();
    byHand(path, `UPDATE effects SET intent = 'not even JSON' WHERE key = 'push a'`);
    byHand(path, `DELETE FROM effects WHERE key = 'push c'; DELETE FROM effect_chain WHERE key = 'push c'`);
    byHand(
      path,
      `INSERT INTO effects SELECT run_id, 'push d', kind, work_id, intent, status, result, created_at, done_at
       FROM effects WHERE key = 'push b'`,
    );
    assert.deepEqual(await problemsIn(path), ['cut', 'changed push a', 'added push d']);
    store = openStore(path);
    await write(store, 'push e');
    assert.equal((await store.effects.caused()).length, 4, 'a row that cannot be read is shown all the same');
    await store.close();
    assert.deepEqual(await problemsIn(path), ['cut', 'changed push a', 'added push d']);
  });

  test('a head that was taken away is not made anew', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'a.db');
    let store = openStore(path);
    await write(store, 'push a');
    await store.close();
    byHand(path, `DELETE FROM meta WHERE key = 'effects.chain'`);
    store = openStore(path);
    await write(store, 'push b');
    await store.close();
    assert.deepEqual(await problemsIn(path), ['broken']);
  });

  test('a home of an earlier version is taken over once, and says what was there before', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'a.db');
    const old = openDatabase(path, { migrations: MIGRATIONS.slice(0, 9) });
    for (const key of ['push a', 'pull b'])
      old.run(
        `INSERT INTO effects (run_id, key, kind, work_id, intent, status, created_at) VALUES (?, ?, 'push', ?, '{}', 'intent', '')`,
        run,
        key,
        work,
      );
    old.close();
    const store = openStore(path);
    await write(store, 'pull b', 'push c');
    assert.equal((await store.effects.chain()).rowsBefore, 2);
    await store.close();
    assert.deepEqual(await problemsIn(path), []);
    byHand(path, `DELETE FROM effects WHERE key = 'push a'`);
    await openStore(path).close();
    assert.deepEqual(await problemsIn(path), ['cut push a']);
  });

  test('an effect knows the step under way and the session before it, also one that was carried over', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const clock: Clock = { ...virtualClock(), now: () => (now += 1_000) };
    const store = openStore(':memory:', { clock });
    const later = runId(work, 'abc', 2);
    for (const [attempt, id] of [run, later].entries())
      await store.runs.submit({ id, work, attempt, inputHash: 'abc', input: {} });
    await store.steps.start(run, 'implement', 0);
    const startedAt = new Date(clock.now()).toISOString();
    const finishedAt = new Date(clock.now()).toISOString();
    const log = { repo: 'o/r', queueType: 'issue', workerId: 'w', stdout: '', stderr: '', exitCode: 0 };
    const command = 'claude sonnet (implement)';
    await store.sessions.add({
      ...log,
      id: 's1',
      itemKey: work,
      command,
      startedAt,
      finishedAt,
      durationMs: 1,
    });
    await store.steps.finish(run, 'implement', 0, { result: {}, commit: null, costUsd: 1 });
    await store.steps.carry(run, later, [{ name: 'implement', round: 0 }]);
    await store.steps.start(later, 'push', 0);
    await store.effects.intend(later, 'push x', {});
    await store.effects.done(later, 'push x', {});
    await store.steps.finish(later, 'push', 0, { result: {}, commit: null, costUsd: 0 });
    await store.effects.intend(later, 'comment gave-up', {});
    const caused = await store.effects.caused();
    assert.deepEqual(
      caused.map(({ key, step, round, session, agent, seq }) => [key, step, round, session, agent, seq]),
      [
        ['push x', 'push', 0, 's1', command, 1],
        ['comment gave-up', null, null, 's1', command, 3],
      ],
    );
    await store.close();
  });
});
