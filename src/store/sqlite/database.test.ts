import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../host/db/sqlite.ts';
import { sqliteDatabase } from './database.ts';

test('transactions begun at the same time come one after the other, and nothing else gets into them', async () => {
  const db = sqliteDatabase(openDatabase(':memory:'));
  await db.run('CREATE TABLE rows (name TEXT)');
  const insert = (into: Pick<typeof db, 'run'>, name: string) =>
    into.run('INSERT INTO rows VALUES (?)', name);
  const all = Array.from({ length: 30 }, async (_, at) => {
    if (at % 3 === 0) return insert(db, `alone ${at}`);
    await db.transaction(async (tx) => {
      await insert(tx, `first ${at}`);
      await Promise.resolve();
      await insert(tx, `second ${at}`);
      if (at % 3 === 1) throw new Error('taken back');
    });
    return 1;
  });
  const ended = await Promise.allSettled(all);
  const reasons = ended.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
  assert.deepEqual(reasons, Array<string>(10).fill('Error: taken back'));
  const names = (await db.all<{ name: string }>('SELECT name FROM rows')).map(({ name }) => name);
  assert.equal(names.filter((name) => name.startsWith('alone')).length, 10);
  assert.equal(names.length, 30, 'what was taken back took nothing else along');
  await db.close();
});
