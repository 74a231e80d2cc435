import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { newState } from '../decide.ts';
import { describeState, resumeFrom } from './resume.ts';
import { parseState } from './state.ts';

const seed = parseState(
  readFileSync(new URL('../../../../test/support/seed-state.json', import.meta.url), 'utf8'),
  'state.json',
);

test('IMPLEMENT skips what has passed and goes on at the running attempt', () => {
  assert.deepEqual(resumeFrom(seed), {
    kind: 'go_on',
    phase: 'IMPLEMENT',
    restartsPhase: false,
    checkpoint: { id: 'cp-2', iteration: 1, running: true },
    skipped: ['cp-1'],
    escalated: [],
  });
});

test('the other phases begin again; no state is new; DONE says so', () => {
  for (const phase of ['DESIGN', 'REVIEW', 'PR'] as const) {
    const resume = resumeFrom({ ...seed, phase });
    assert.ok(resume.kind === 'go_on' && resume.restartsPhase && resume.phase === phase);
  }
  assert.equal(resumeFrom(undefined).kind, 'new');
  assert.equal(resumeFrom({ ...newState('x', 'now'), phase: 'DONE' }).kind, 'done');
});

test('the report names feature, phase, gates and checkpoints', () => {
  const text = describeState(seed);
  assert.match(text, /실시간 채팅 기능.*IMPLEMENT/);
  assert.match(text, /review_clean_pass=true, architect_verified=false, re_review_clean=false/);
  assert.match(text, /cp-1 passed, cp-2 in_progress \(iter 1\/3\), cp-3 pending/);
});
