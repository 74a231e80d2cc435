import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { openDatabase } from '../../host/db/sqlite.ts';
import { openStore } from '../../store/sqlite/open.ts';
import { isAutodevError } from '../../work/errors.ts';
import { runId, workId } from '../../work/ids.ts';
import type { Input } from '../command.ts';
import type { Io } from '../io.ts';
import { run } from './audit.ts';

const work = workId('issue', 'o/r', 1);

async function home(path: string): Promise<void> {
  const store = openStore(join(path, 'autodev.db'));
  const id = runId(work, 'abc', 1);
  await store.events.append({ type: 'item.queued', work, phase: 'Pending', title: 't' });
  await store.effects.intend(id, 'push b', { branch: 'b', sha: 'c'.repeat(40) });
  await store.effects.done(id, 'push b', {});
  await store.close();
}

async function audit(path: string, args: string[] = [], since?: string) {
  let out = '';
  const io = { color: false, out: (text: string) => (out += text), err: () => {} } as unknown as Io;
  const input = { args, io, home: path, json: false, flag: () => false, text: () => since };
  return { code: await run(input as unknown as Input), out: () => out };
}

describe('autodev audit', () => {
  test('tells what was written, of one item and from a day on', async () => {
    await using tmp = await tmpdir();
    await home(tmp.path);
    const all = await audit(tmp.path);
    assert.equal(all.code, 0);
    assert.match(all.out(), /issue:o\/r:1 +pushed ccccccc to b +autodev/);
    assert.match(all.out(), /the ledger is whole: 2 changes recorded/);
    assert.match((await audit(tmp.path, ['issue:'], '1d')).out(), /pushed/);
    assert.doesNotMatch((await audit(tmp.path, [], '2999-01-01')).out(), /pushed/);
  });

  test('a home that was never used has nothing to tell', async () => {
    await using tmp = await tmpdir();
    assert.equal((await audit(tmp.path)).code, 0);
  });

  test('a touched ledger is exit code 1, whatever is shown of it', async () => {
    await using tmp = await tmpdir();
    await home(tmp.path);
    const db = openDatabase(join(tmp.path, 'autodev.db'));
    db.run(`UPDATE effects SET intent = '{', work_id = 'x', created_at = 'never'`);
    db.close();
    const { code, out } = await audit(tmp.path);
    assert.equal(code, 1);
    assert.match(out(), /^changed "push b" is not what was recorded/m);
  });

  test('a time that is none is a mistake of usage, an unknown item is not found', async () => {
    await using tmp = await tmpdir();
    await home(tmp.path);
    await assert.rejects(audit(tmp.path, [], 'soon'), (error) => isAutodevError(error, 'usage'));
    await assert.rejects(audit(tmp.path, ['pr:o/r:9']), (error) => isAutodevError(error, 'not_found'));
  });
});
