import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStatus } from './status-file.ts';

const OPTIONS = {
  worktree: false,
  interactive: false,
  opus: false,
  eco: false,
  dryRun: false,
  skipAnalysis: false,
  noIssue: false,
  skipE2e: false,
  strict: false,
  custom: null,
  slack: null,
  gmail: null,
};
const GOOD = {
  phase: 'PLAN',
  phaseNumber: 1,
  matchRate: null,
  iterationCount: 0,
  documents: { plan: null, design: null, report: null },
  implManagerIteration: 0,
  implManagerStatus: 'not_started',
  implManagerRemainingIssues: [],
  timestamps: { started: '', updated: '' },
  mode: 'LIGHT',
  score: 0,
  task: 'x',
  base: 'a'.repeat(40),
  options: OPTIONS,
};
const file = (feature: object, name = 'x') =>
  JSON.stringify({ version: 1, primaryFeature: name, features: { [name]: { ...GOOD, ...feature } } });

test('a status file that somebody pushed brings no words of its own into a command, a path or a branch', () => {
  assert.ok(readStatus(file({})));
  assert.ok(readStatus(file({ options: { ...OPTIONS, slack: 'C01' }, base: 'b'.repeat(64) })));
  const gmail = { query: 'from:me', work: 'task', stamp: '2026-11-16T10-00-00-000Z' };
  assert.ok(readStatus(file({ options: { ...OPTIONS, gmail } })));
  for (const bad of [
    file({ base: '--output=/tmp/x' }),
    file({ base: 'main' }),
    file({ options: { ...OPTIONS, slack: '../../x' } }),
    file({ options: { ...OPTIONS, slack: '--token' } }),
    file({ options: { ...OPTIONS, gmail: { ...gmail, query: '--all' } } }),
    file({ options: { ...OPTIONS, gmail: { ...gmail, stamp: '../x' } } }),
    file({}, '../x'),
    file({}, '-x'),
  ])
    assert.equal(readStatus(bad), undefined, bad);
});
