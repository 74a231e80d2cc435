import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DailyReport } from './daily-report.ts';
import { sectionsOf } from './sections.ts';
import { reportWords } from './words.ts';

const reportOf = (tasks: number): DailyReport => ({
  date: '2026-03-01',
  summary: { issues_done: tasks, prs_done: 0, failed: 0, skipped: 0, avg_duration_ms: 0 },
  patterns: [],
  suggestions: [],
  facts: {
    tasks: Array.from({ length: tasks }, (_, at) => ({
      task: `issue:${at + 1}`,
      outcome: 'done',
      duration_ms: 1,
      cost_usd: 1,
      sessions: 1,
    })),
    outcomes: { done: tasks },
    phases: [],
    errors: [],
    reviews: { rounds: [], findings: [], remarks: [] },
    test_loops: [],
    hot_files: [],
    tool_outliers: [],
    costs: { usd: 0, tokens: 0, by_task: [], by_model: [] },
    rests: [],
    sessions: 0,
  },
});

test('a table that leaves rows out says so', () => {
  const titles = (tasks: number, language: 'en' | 'ko') =>
    sectionsOf(reportOf(tasks), reportWords(language)).map(({ title, rows }) => [title, rows.length]);
  assert.deepEqual(titles(20, 'en'), [['Tasks', 20]]);
  assert.deepEqual(titles(34, 'en'), [['Tasks (the first 20 of 34)', 20]]);
  assert.deepEqual(titles(34, 'ko'), [['작업 (34개 중 20개)', 20]]);
});
