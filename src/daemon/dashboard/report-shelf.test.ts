import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../store/sqlite/open.ts';
import { markdown } from '../../render/html/markdown.ts';
import { reportShelfOf } from './report-shelf.ts';

test('a report on the board is headings and tables, with nothing of its notation left to be read', async () => {
  const store = openStore(':memory:');
  const row = {
    name: 'org/app',
    url: 'https://github.com/org/app.git',
    enabled: true,
    origin: 'config',
  } as const;
  await store.repositories.put(row);
  const evidence = { tasks: ['issue:1'], occurrences: 1, places: [] };
  const rule = { type: 'rule', target_file: '.claude/rules/a.md', content: 'Be kind.', reason: 'loops' };
  const body = {
    date: '2026-03-01',
    summary: { issues_done: 1, prs_done: 0, failed: 0, skipped: 0, avg_duration_ms: 1 },
    patterns: [],
    suggestions: [{ ...rule, action: 'add', evidence, shown_as: 'file', note: '' }],
    facts: {
      tasks: [{ task: 'issue:1', outcome: 'done', duration_ms: 1, cost_usd: 1, sessions: 1 }],
      outcomes: { done: 1 },
      phases: [],
      errors: [],
      reviews: { rounds: [], findings: [], remarks: [] },
      test_loops: [],
      hot_files: [],
      tool_outliers: [],
      costs: { usd: 1, tokens: 1, by_task: [], by_model: [] },
      rests: [],
      sessions: 1,
    },
  };
  await store.reports.put({ repo: 'org/app', day: '2026-03-01', body });
  const { days } = await reportShelfOf(store);
  const shown = String(await markdown(days[0]?.text ?? ''));
  assert.match(shown, /<h4>Tasks<\/h4><table>/);
  assert.match(shown, /<code>rule<\/code> <code>\.claude\/rules\/a\.md<\/code>/);
  assert.doesNotMatch(shown, /&lt;|\*\*|`/);
  await store.close();
});
