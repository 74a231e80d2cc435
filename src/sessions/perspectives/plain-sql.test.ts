import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { seeded } from '../../../test/support/seeded.ts';
import { indexHome, putTranscript } from '../../../test/support/session-home.ts';
import { tmpdir, type TmpDir } from '../../../test/support/tmpdir.ts';
import { transcriptWriter } from '../../../test/support/transcripts.ts';
import { openDatabase, type Row } from '../../host/db/sqlite.ts';
import { askIndex, prepareQuestion } from '../query/ask.ts';

const FILTERS = [undefined, 'tool_use_count > 9', "id IN ('s1', 's4', 's7', 's9')", "session_id = 's3'"];

/** What each perspective must say, from the rows as they stand in the transcripts. `kept` chooses the sessions. */
const PLAIN: Readonly<Record<string, { params: string[]; sql: (kept: string) => string }>> = {
  'tool-frequency': {
    params: ['top=1000'],
    sql: (
      kept,
    ) => `SELECT classified_name AS tool, count(*) AS frequency, count(DISTINCT session_id) AS sessions
      FROM tool_uses WHERE session_id IN (${kept}) GROUP BY 1 ORDER BY 2 DESC, 1`,
  },
  hotfiles: {
    params: ['top=7'],
    sql: (kept) => `SELECT file_path, count(*) AS edit_count, count(DISTINCT session_id) AS session_count
      FROM file_edits WHERE session_id IN (${kept}) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 7`,
  },
  trends: {
    params: [],
    sql: (kept) => `SELECT date(substr(timestamp, 1, 10), '-6 days', 'weekday 1') AS week_start,
        classified_name AS tool_name, count(*) AS count, count(DISTINCT session_id) AS session_count
      FROM tool_uses WHERE session_id IN (${kept}) GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2`,
  },
  sequences: {
    params: ['min_count=1', 'top=1000'],
    sql: (
      kept,
    ) => `SELECT before || ' -> ' || tool AS sequence, n AS count, n * 1.0 / sum(n) OVER (PARTITION BY before) AS probability
      FROM (SELECT before, tool, count(*) AS n FROM (
        SELECT classified_name AS tool, lag(classified_name) OVER (PARTITION BY file_id ORDER BY seq) AS before
        FROM tool_uses WHERE session_id IN (${kept})) WHERE before IS NOT NULL GROUP BY 1, 2) ORDER BY 2 DESC, 1`,
  },
  repetition: {
    params: ['z_threshold=1'],
    sql: (
      kept,
    ) => `WITH counts AS (SELECT session_id, classified_name AS tool, count(*) AS cnt FROM tool_uses GROUP BY 1, 2),
      spread AS (SELECT tool, avg(cnt) AS mean, avg(cnt * cnt) - avg(cnt) * avg(cnt) AS variance FROM counts
        WHERE session_id IN (${kept}) OR (SELECT count(*) FROM (${kept})) = 1 GROUP BY 1)
      SELECT session_id, counts.tool, cnt, (cnt - mean) * (cnt - mean) / variance AS deviation_score
      FROM counts JOIN spread USING (tool) WHERE session_id IN (${kept}) AND cnt > mean AND deviation_score >= 1
      ORDER BY 4 DESC, 1, 2`,
  },
  costs: {
    params: ['by=model'],
    sql: (kept) => `SELECT model, count(DISTINCT f.session) AS sessions, count(*) AS messages,
        sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens
      FROM usage JOIN files f ON f.id = file_id WHERE counted AND f.session IN (SELECT key FROM sessions WHERE id IN (${kept}))
      GROUP BY 1`,
  },
};

describe('a perspective says what plain SQL over the single rows says', () => {
  let tmp: TmpDir;
  let index: string;
  before(async () => {
    tmp = await tmpdir();
    index = join(tmp.path, 'index.db');
    const write = transcriptWriter(4);
    const random = seeded(4);
    for (let n = 0; n < 12; n += 1) {
      const lines = () =>
        write({
          cwd: '/w',
          session: `s${n}`,
          bytes: 4_000 + random.below(90_000),
          startMs: Date.UTC(2026, 0, 1 + random.below(30)),
          marked: n % 2 === 0,
        });
      putTranscript(tmp.path, '/w', `s${n}`, lines());
      // Sessions of several transcripts, whose sums must count as one.
      for (let sub = random.below(3); sub > 0; sub -= 1)
        putTranscript(tmp.path, '/w', `s${n}/subagents/agent-${sub}`, lines());
    }
    await indexHome(tmp.path);
  });
  after(() => tmp[Symbol.asyncDispose]());

  /** With numbers as far as they are equal whatever the order of adding. */
  const plain = (rows: readonly Row[], names: readonly string[]) =>
    rows.map((row) =>
      names.map((name) => {
        const value = row[name];
        return typeof value === 'number' ? Number(value.toFixed(9)) : value;
      }),
    );

  for (const [perspective, { params, sql }] of Object.entries(PLAIN))
    for (const filter of FILTERS)
      test(`${perspective} where ${filter ?? 'all'}`, () => {
        const db = openDatabase(index, { readOnly: true });
        const kept = `SELECT id FROM (SELECT *, id AS session_id FROM sessions) WHERE ${filter ?? 'true'}`;
        const expected = db.all(sql(kept));
        db.close();
        const found = askIndex(index, prepareQuestion({ perspective, params, filter }));
        const names = Object.keys(expected[0] ?? found[0] ?? {});
        const inOrder = (rows: readonly Row[]) => {
          const values = plain(rows, names).map((row) => JSON.stringify(row));
          return perspective === 'costs' ? values.sort() : values;
        };
        assert.deepEqual(inOrder(found), inOrder(expected));
      });
});
