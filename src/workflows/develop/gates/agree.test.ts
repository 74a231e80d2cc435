import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '../../../work/finding.ts';
import { agree } from './agree.ts';
import type { Opinion } from './reviewers.ts';

const finding = (line: number, severity: Finding['severity'], path = 'a.ts'): Finding => ({
  path,
  line,
  side: 'RIGHT',
  body: 'wrong',
  severity,
  category: 'bug',
  fingerprint: '',
});
const says = (verdict: 'approve' | 'request_changes', ...comments: Finding[]): Opinion => ({
  agent: 'claude',
  model: 'm',
  review: { verdict, summary: 's', comments, earlier: [] },
  problem: null,
  costUsd: 0,
});
const silent: Opinion = { agent: 'codex', model: 'm', review: null, problem: 'crashed', costUsd: 0 };

test('a gate opens only on an answer without anything that blocks', () => {
  assert.equal(agree([says('approve')]).clean, true);
  assert.equal(agree([says('approve', finding(1, 'should'))]).clean, true);
  assert.equal(agree([says('approve', finding(1, 'must'))]).clean, false);
  assert.equal(agree([says('request_changes')]).clean, false);
  assert.equal(agree([says('approve'), says('request_changes', finding(1, 'info'))]).clean, false);
  assert.equal(agree([silent]).clean, false);
  assert.equal(agree([]).clean, false);
  assert.equal(agree([says('approve'), silent]).clean, true, 'one that fails is noted, not fatal');
});

test('two who mean the same weigh more than one', () => {
  const { findings, clean } = agree([
    says('approve', finding(10, 'should')),
    says('approve', finding(12, 'info')),
  ]);
  assert.deepEqual(
    findings.map((one) => one.severity),
    ['must'],
  );
  assert.equal(clean, false);
  const apart = agree([says('approve', finding(10, 'should')), says('approve', finding(20, 'should'))]);
  assert.equal(apart.findings.length, 2);
  assert.equal(apart.clean, true);
});
