import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDatabase } from '../../host/db/sqlite.ts';
import { isAutodevError } from '../../work/errors.ts';
import { MIGRATIONS } from '../index/schema.ts';
import { filterCondition } from './to-sql.ts';

/** Which of a few sessions a filter keeps. */
function kept(filter: string): string[] {
  const db = openDatabase(':memory:', { migrations: MIGRATIONS });
  try {
    const insert = db.prepare(
      `INSERT INTO sessions (id, agent, project, file, first_ts, last_ts, prompt_count, tool_use_count,
        first_prompt_snippet, input_tokens, output_tokens, cache_write_tokens, cache_read_tokens, tokens, cost)
       VALUES (?, 'claude', ?, '/f', ?, ?, ?, ?, ?, 1, 2, 3, 4, 10, ?)`,
    );
    insert.run(
      'a',
      '/p',
      '2026-01-01T00:00:00.000Z',
      '2026-01-02T00:00:00.000Z',
      1,
      5,
      '[autodev] fix; DROP TABLE',
      0.5,
    );
    insert.run('b', '/p', '2026-02-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z', 3, 50, "it's 로그인", null);
    insert.run('c', '/q', null, null, 0, 0, null, 2);
    const { sql, values } = filterCondition(filter);
    return db
      .all<{ id: string }>(`SELECT id FROM sessions WHERE ${sql} ORDER BY id`, ...values)
      .map((row) => row.id);
  } finally {
    db.close();
  }
}

const MEANINGS: readonly [filter: string, ids: string][] = [
  ["first_prompt_snippet LIKE '[autodev]%'", 'a'],
  ["session_id = 'b'", 'b'],
  ["id IN ('a', 'c')", 'ac'],
  ["id NOT IN ('a', 'c')", 'b'],
  ["first_prompt_snippet LIKE '%; DROP TABLE%'", 'a'],
  ["first_prompt_snippet = 'it''s 로그인'", 'b'],
  ['first_prompt_snippet LIKE "[autodev]%"', 'a'],
  ["first_prompt_snippet NOT LIKE '[autodev]%'", 'b'],
  ["first_prompt_snippet GLOB '*로그*'", 'b'],
  ["first_prompt_snippet LIKE '%\\%%' ESCAPE '\\'", ''],
  ['cost IS NULL', 'b'],
  ['cost IS NOT NULL AND cost < 1', 'a'],
  ['cost ISNULL OR cost >= 2', 'bc'],
  ['NOT cost NOTNULL', 'b'],
  ['tool_use_count BETWEEN 5 AND 10', 'a'],
  ['tool_use_count NOT BETWEEN 5 AND 10', 'bc'],
  ['prompt_count + tool_use_count * 2 > 10', 'ab'],
  ['prompt_count = 1 OR prompt_count = 3 AND tool_use_count = 0', 'a'],
  ['(prompt_count = 1 OR prompt_count = 3) AND NOT tool_use_count = 50', 'a'],
  ["date(first_ts) >= '2026-02-01'", 'b'],
  ["last_ts >= '2026-01-15'", 'b'],
  ['length(first_prompt_snippet) > 20', 'a'],
  ["lower(project) || '!' = '/p!'", 'ab'],
  ['sessions.tokens = 10 AND -prompt_count <= 0', 'abc'],
  ["ID = 'a' COLLATE NOCASE", 'a'],
  ['tool_use_count / 2 = 2', 'a'],
  ['true', 'abc'],
  ['1 = 2', ''],
  ["'a' = id", 'a'],
  ['id IN ()', ''],
  ["agent = 'claude' and [project] is '/q'", 'c'],
];

describe('a filter means what SQL means', () => {
  for (const [filter, ids] of MEANINGS)
    test(filter, () => {
      assert.equal(kept(filter).join(''), ids);
    });
});

const ATTACKS: readonly string[] = [
  '1=1; DROP TABLE sessions',
  '1=1;',
  'id = 1 -- comment',
  'id = 1 /* comment */',
  'id = 1 /* open',
  '1=1) OR (1=1',
  '(1=1',
  '1=1)',
  "id = 'open",
  'id IN (SELECT session_id FROM prompts)',
  '(SELECT count(*) FROM prompts) > 0',
  'EXISTS (SELECT 1)',
  'id IN (WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c)',
  '(WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c) > 0',
  "load_extension('/tmp/x.so')",
  'PRAGMA journal_mode = DELETE',
  "ATTACH '/tmp/x' AS y",
  'DELETE FROM sessions',
  '1 UNION SELECT id FROM sessions',
  '1 ORDER BY 1',
  '1 LIMIT 1',
  'id = ?',
  'id = :x',
  'id = @x',
  'id = $x',
  "id = x'00'",
  'prompts.text = 1',
  'main.sessions.id = 1',
  'sqlite_master',
  'rowid = 1',
  'key = 1',
  'constructor = 1',
  '__proto__ = 1',
  'toString(id)',
  'randomblob(1000000000)',
  'zeroblob(1000000000)',
  "printf('%1000000000d', 1)",
  "replace(id, '', 'x')",
  'hex(id)',
  "writefile('x', 'y')",
  'CAST(id AS BLOB)',
  'CASE WHEN 1 THEN 1 END',
  'RAISE(ABORT, 1)',
  'id COLLATE evil',
  "id MATCH 'x'",
  "id REGEXP 'x'",
  "id -> '$'",
  'count(*) OVER ()',
  'sum(tokens)',
  'min(tokens)',
  'lower()',
  'id = 1 1',
  'id =',
  '= id',
  '',
  '   ',
  'AND',
  ',',
  '\u0000',
  'id = \u2018a\u2019',
  '('.repeat(60) + '1' + ')'.repeat(60),
  '- '.repeat(1_000) + '1',
  `id = '${'x'.repeat(5_000)}'`,
  Array.from({ length: 600 }, () => '1').join('+'),
];

describe('a filter that is anything else is refused', () => {
  for (const filter of ATTACKS)
    test(JSON.stringify(filter.slice(0, 60)), () => {
      assert.throws(
        () => filterCondition(filter),
        (error) => isAutodevError(error, 'invalid_input') && error.message.includes('--session-filter'),
      );
    });

  test('what reaches the database holds no text of the filter but names of ours', () => {
    const { sql, values } = filterCondition("first_prompt_snippet LIKE 'a; DROP' AND LENGTH(ID) > 3.5");
    assert.equal(sql, '((sessions."first_prompt_snippet" LIKE ?) AND (length(sessions."id") > ?))');
    assert.deepEqual(values, ['a; DROP', 3.5]);
  });
});
