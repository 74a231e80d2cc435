import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../host/db/sqlite.ts';
import { searchQuery, searchText } from './search-text.ts';

const PROMPTS = [
  '로그인 오류를 고쳐줘', // 1
  'Fix the login timeouts in auth module', // 2
  '[autodev] API오류 처리', // 3
  '테스트를 다시 돌려줘'.normalize('NFD'), // 4
  '登录失败', // 5
  'a "quoted" OR word NEAR here*', // 6
];

function found(search: string): number[] {
  const query = searchQuery(search);
  if (query === undefined) return [];
  const db = openDatabase(':memory:');
  try {
    db.raw.exec("CREATE VIRTUAL TABLE t USING fts5 (text, content = '', contentless_delete = 1)");
    for (const [at, text] of PROMPTS.entries())
      db.run('INSERT INTO t (rowid, text) VALUES (?, ?)', at + 1, searchText(text));
    return db
      .all<{ rowid: number }>('SELECT rowid FROM t WHERE t MATCH ? ORDER BY rowid', query)
      .map((row) => row.rowid);
  } finally {
    db.close();
  }
}

const CASES: readonly [search: string, ids: number[]][] = [
  ['로그인', [1]],
  ['로그', [1]],
  ['줘', [1, 4]],
  ['그인', [1]],
  ['인 오', [1]],
  ['오류', [1, 3]],
  ['류오', []],
  ['api오류', [3]],
  ['테스트', [4]],
  ['테스트'.normalize('NFD'), [4]],
  ['登录', [5]],
  ['time', [2]],
  ['TIMEOUTS login', [2]],
  ['outs', []],
  ['[autodev]', [3]],
  ['"quoted"', [6]],
  ['OR', [6]],
  ['NEAR(', [6]],
  ['NOT', []],
  ['*', []],
  ['text:login', []],
];

for (const [search, ids] of CASES)
  test(`${JSON.stringify(search)} finds ${JSON.stringify(ids)}`, () => assert.deepEqual(found(search), ids));
