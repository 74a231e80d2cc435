import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { openDatabase } from '../../host/db/sqlite.ts';
import { runId, workId } from '../../work/ids.ts';
import { storeContract } from '../store.contract.ts';
import { MIGRATIONS } from './migrations.ts';
import { openStore } from './open.ts';

const work = workId('issue', 'o/r', 1);
const run = runId(work, 'abcdef0123456789', 1);

describe('the store', () => {
  test('a database of a newer program is refused and left untouched', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'a.db');
    const db = openDatabase(path);
    db.raw.exec('PRAGMA user_version = 999');
    db.close();
    assert.throws(() => openStore(path), { code: 'store_newer' });
  });

  test('two first starts at once on an empty file both succeed', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'a.db');
    const stores = [openStore(path), openStore(path)];
    await Promise.all(stores.map((store, at) => store.meta.set(`k${at}`, 'v')));
    assert.equal(await stores[0]?.meta.get('k1'), 'v');
    await Promise.all(stores.map((store) => store.close()));
  });

  test('versions of migrations rise by one, so that none can be skipped', () => {
    assert.deepEqual(
      MIGRATIONS.map(({ version }) => version),
      MIGRATIONS.map((_, at) => at + 1),
    );
  });

  test('a database of the first half keeps its meaning: standings, costs', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'a.db');
    const old = openDatabase(path, { migrations: MIGRATIONS.slice(0, 4) });
    for (const [at, status] of ['asking', 'skipped', 'done', 'running'].entries())
      old.run(
        `INSERT INTO runs (id, work_id, attempt, input_hash, input, status, started_at, leaving)
         VALUES (?, ?, 1, 'h', '{}', ?, '', '{"outcome":"waits","reason":"r"}')`,
        `r${at}`,
        `issue:o/r:${at + 1}`,
        status,
      );
    const left = { type: 'item.left', work, outcome: 'waits', reason: 'r', durationMs: 0, costUsd: 0 };
    old.run(
      'INSERT INTO events (at, type, work_id, body) VALUES (?, ?, ?, ?)',
      '',
      left.type,
      work,
      JSON.stringify(left),
    );
    for (const step of ['review', 'develop'])
      old.run(`INSERT INTO costs VALUES ('o/r', ?, 'r0', ?, 1, 1)`, work, step);
    old.close();
    const store = openStore(path);
    const runs = await Promise.all([1, 2, 3, 4].map((n) => store.runs.latest(workId('issue', 'o/r', n))));
    assert.deepEqual(
      runs.map((each) => each?.status),
      ['question', 'skip', 'done', 'running'],
    );
    assert.equal(runs[3]?.leaving?.outcome, 'waiting');
    assert.equal((await store.events.latest(work, 'item.left'))?.outcome, 'waiting');
    assert.deepEqual((await store.costs.totals('role', 0)).map(({ key }) => key).sort(), [
      'review',
      'unknown',
    ]);
    await store.close();
  });

  test('a file that is no database is named, with what to do', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'a.db');
    await writeFile(path, 'this is not a database, but long enough to be mistaken for one'.repeat(40));
    assert.throws(() => openStore(path), { code: 'store_broken' });
  });

  test('what is committed is there after the process opens it again', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'a.db');
    const first = openStore(path);
    await first.runs.submit({ id: run, work, attempt: 1, inputHash: 'h', input: { a: [1] } });
    await first.steps.start(run, 'analyze', 0);
    await first.steps.finish(run, 'analyze', 0, {
      result: { verdict: 'implement' },
      commit: null,
      costUsd: 0.5,
    });
    await first.close();
    const second = openStore(path, { readOnly: true });
    assert.deepEqual((await second.runs.unfinished(work))?.input, { a: [1] });
    assert.deepEqual(
      (await second.steps.finished(run)).map((step) => step.result),
      [{ verdict: 'implement' }],
    );
    await second.close();
  });
});

storeContract('SQLite', async (options) => openStore(':memory:', options));
