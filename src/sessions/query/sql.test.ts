import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { dumpIndex } from '../../../test/support/session-dump.ts';
import { indexHome, putTranscript, turnsAsLines } from '../../../test/support/session-home.ts';
import { tmpdir, type TmpDir } from '../../../test/support/tmpdir.ts';
import { isAutodevError } from '../../work/errors.ts';
import { askSql } from './sql.ts';

const FOREVER = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT';

describe('SQL of a stranger', () => {
  const host = testHost();
  let tmp: TmpDir;
  let index: string;
  before(async () => {
    tmp = await tmpdir();
    index = join(tmp.path, 'index.db');
    putTranscript(
      tmp.path,
      '/w',
      'a',
      turnsAsLines('a', '/w', [{ ask: '로그인' }, { use: ['Bash', { command: 'ls' }] }]),
    );
    await indexHome(tmp.path);
  });
  after(() => tmp[Symbol.asyncDispose]());
  const query = (sql: string, timeoutMs = 20_000) =>
    askSql(index, sql, { processes: host.processes, env: host.env, timeoutMs });

  test('can read', async () => {
    assert.deepEqual(await query("SELECT ';' AS a, count(*) AS n FROM sessions; -- done;\n"), [
      { a: ';', n: 1 },
    ]);
    assert.deepEqual(await query("SELECT count(*) AS n FROM prompt_search WHERE prompt_search MATCH '로'"), [
      { n: 1 },
    ]);
    assert.deepEqual(await query(`${FOREVER} x FROM c LIMIT 2`), [{ x: 1 }, { x: 2 }]);
  });

  test('cannot write, reach out or take too much, and the index is unharmed', async () => {
    const unharmed = dumpIndex(index);
    const attacks = [
      'DROP TABLE sessions',
      'SELECT 1; DROP TABLE sessions',
      "INSERT INTO meta VALUES ('a', 'b')",
      "UPDATE sessions SET id = 'x'",
      'DELETE FROM sessions',
      'CREATE TABLE x (y)',
      'CREATE TEMP TABLE x (y)',
      `ATTACH '${join(tmp.path, 'new.db')}' AS x`,
      'PRAGMA writable_schema = 1',
      'PRAGMA table_info(sessions)',
      "SELECT load_extension('x')",
      `VACUUM INTO '${join(tmp.path, 'copy.db')}'`,
      'BEGIN EXCLUSIVE',
      'SELECT zeroblob(900000000)',
      `${FOREVER} x FROM c`,
      'SELECT',
      '',
    ];
    await Promise.all(
      attacks.map((sql) =>
        assert.rejects(query(sql), (error) => isAutodevError(error, 'invalid_input'), sql),
      ),
    );
    assert.ok(!existsSync(join(tmp.path, 'new.db')));
    assert.ok(!existsSync(join(tmp.path, 'copy.db')));
    assert.deepEqual(dumpIndex(index), unharmed);
  });

  test('is ended when it runs for ever', async () => {
    await assert.rejects(
      query(`${FOREVER} count(*) FROM c`, 1_500),
      (error) =>
        isAutodevError(error, 'invalid_input') && error.message.includes('stopped after 1.5 seconds'),
    );
  });
});
