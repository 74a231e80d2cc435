import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { enterPhase, newState, type Circumstances } from './decide.ts';
import type { GateName } from './gates/gates.ts';
import type { DevelopPhase, DevelopState } from './state/state.ts';

const calm: Circumstances = { void: new Map(), agent: false, planned: undefined, strategy: 'direct' };
const at = (phase: DevelopPhase, ...open: GateName[]): DevelopState => {
  const state = newState('chat', '2026-02-16T10:00:00Z');
  for (const gate of open) state.gates[gate] = true;
  return { ...state, phase };
};

describe('a phase begins only when its gates are open', () => {
  const rows: [DevelopState, DevelopPhase, string][] = [
    [at('DESIGN'), 'REVIEW', 'enter'],
    [at('DESIGN'), 'DESIGN', 'stay'],
    [at('IMPLEMENT'), 'IMPLEMENT', 'closed'],
    [at('IMPLEMENT', 'review_clean_pass'), 'IMPLEMENT', 'stay'],
    [at('PR', 'review_clean_pass'), 'PR', 'closed'],
    [at('PR', 'review_clean_pass', 'architect_verified'), 'PR', 'stay'],
    [at('DESIGN'), 'IMPLEMENT', 'closed'],
    [at('DESIGN'), 'PR', 'closed'],
    [at('DESIGN'), 'DONE', 'closed'],
    [at('REVIEW'), 'IMPLEMENT', 'closed'],
    [at('REVIEW', 'review_clean_pass'), 'IMPLEMENT', 'enter'],
    [at('REVIEW', 'architect_verified', 're_review_clean'), 'IMPLEMENT', 'closed'],
    [at('IMPLEMENT', 'review_clean_pass'), 'PR', 'closed'],
    [at('IMPLEMENT', 'architect_verified'), 'PR', 'closed'],
    [at('IMPLEMENT', 'review_clean_pass', 'architect_verified'), 'PR', 'enter'],
    [at('PR', 'review_clean_pass', 'architect_verified'), 'DONE', 'closed'],
    [at('PR', 'review_clean_pass', 'architect_verified', 're_review_clean'), 'DONE', 'finished'],
    [at('DONE'), 'DESIGN', 'closed'],
  ];
  for (const [state, to, kind] of rows)
    test(`${state.phase} → ${to}: ${kind}`, () => assert.equal(enterPhase(state, to, calm).kind, kind));
});

test('a gate that is void is closed again, and named when the phase needs it', () => {
  const stale: Circumstances = {
    ...calm,
    void: new Map([['review_clean_pass', 'given for another commit']]),
  };
  const refused = enterPhase(at('REVIEW', 'review_clean_pass'), 'IMPLEMENT', stale);
  assert.equal(refused.kind, 'closed');
  assert.ok(refused.kind === 'closed' && !refused.state.gates.review_clean_pass);
  assert.match(refused.reason, /another commit/);
});

test('going back closes the gates of everything after, and an agent cannot go back past a closed gate', () => {
  const back = enterPhase(
    at('PR', 'review_clean_pass', 'architect_verified', 're_review_clean'),
    'REVIEW',
    calm,
  );
  assert.ok(back.kind === 'enter');
  assert.deepEqual(Object.values(back.state.gates), [false, false, false]);
  const agent = { ...calm, agent: true };
  assert.equal(
    enterPhase(at('PR', 'review_clean_pass', 'architect_verified'), 'IMPLEMENT', agent).kind,
    'closed',
  );
  assert.equal(enterPhase(at('IMPLEMENT'), 'DESIGN', agent).kind, 'closed');
  assert.equal(enterPhase(at('IMPLEMENT', 'review_clean_pass'), 'DESIGN', agent).kind, 'enter');
  assert.equal(enterPhase(at('REVIEW'), 'DESIGN', agent).kind, 'enter');
});

test('REVIEW sets the checkpoints up, IMPLEMENT settles the strategy, unknown fields stay', () => {
  const begun = { ...at('DESIGN'), note: 'kept' };
  const review = enterPhase(begun, 'REVIEW', { ...calm, planned: ['cp-1', 'cp-2'] });
  assert.ok(review.kind === 'enter');
  assert.deepEqual(review.state.checkpoints, {
    'cp-1': { status: 'pending', iteration: 0 },
    'cp-2': { status: 'pending', iteration: 0 },
  });
  assert.equal(review.state['note'], 'kept');
  review.state.gates.review_clean_pass = true;
  const work = enterPhase(review.state, 'IMPLEMENT', { ...calm, strategy: 'subagent' });
  assert.ok(work.kind === 'enter' && work.state.strategy === 'subagent');
  assert.deepEqual(work.state.checkpoints, review.state.checkpoints);
});

test('a plan named while the phase stays sets its checkpoints up; in the work what was done stays done', () => {
  const given = { ...calm, planned: ['cp-1', 'cp-2'], replan: true };
  const pending = { status: 'pending' as const, iteration: 0 };
  const passed = { status: 'passed' as const, iteration: 2 };
  const review = enterPhase({ ...at('REVIEW'), checkpoints: { old: passed } }, 'REVIEW', given);
  assert.ok(review.kind === 'stay');
  assert.deepEqual(review.state.checkpoints, { 'cp-1': pending, 'cp-2': pending });
  const work = enterPhase(
    { ...at('IMPLEMENT', 'review_clean_pass'), checkpoints: { 'cp-1': passed } },
    'IMPLEMENT',
    given,
  );
  assert.ok(work.kind === 'stay');
  assert.deepEqual(work.state.checkpoints, { 'cp-1': passed, 'cp-2': pending });
  const still = enterPhase(review.state, 'REVIEW', { ...given, replan: false, planned: ['other'] });
  assert.ok(still.kind === 'stay' && still.state === review.state);
});
