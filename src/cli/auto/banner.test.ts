import assert from 'node:assert/strict';
import { test } from 'node:test';
import { banner } from './banner.ts';

test('a phase ends with the banner of the seed, word for word', () => {
  const session = {
    id: 's',
    phase: 1,
    usd: 0,
    tokens: { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 },
    durationMs: 0,
  };
  const sessions = [
    { ...session, name: 'planner', role: 'planner', model: 'sonnet', verdict: null },
    { ...session, name: 'critic-lite', role: 'critic', model: 'sonnet', verdict: 'APPROVE' },
    { ...session, name: 'design-writer', role: 'executor', model: 'sonnet', verdict: null, phase: 2 },
  ];
  const asked = {
    about: 'phase',
    text: '',
    options: [],
    phase: 1,
    sessions,
    summary: '\n디자인\n',
    feature: 'x',
  } as const;
  assert.equal(
    banner({ ...asked, options: [] }, 'ko'),
    `===================================================
 Phase 1 PLAN 완료 -> Phase 2 DESIGN 진입 대기
===================================================
 산출물: docs/01-plan/x.plan.md
 소요 teammates: planner (sonnet), critic-lite (sonnet)
 핵심 결정: critic-lite: APPROVE
===================================================`,
  );
  const [, , decided = ''] = banner({ ...asked, options: [], phase: 2 }, 'ko')
    .split('\n')
    .slice(-4);
  assert.equal(decided, ' 핵심 결정: 디자인');
  const checks = [
    { ...session, phase: 4, name: 'verifier', role: 'architect', model: 'sonnet', verdict: 'REJECT' },
    { ...session, phase: 4, name: 'gap-checker', role: 'gap-checker', model: 'sonnet', verdict: '70 %' },
  ];
  assert.match(
    banner({ ...asked, options: [], phase: 5, sessions: checks }, 'en'),
    / Key decision: verifier: REJECT, gap-checker: 70 %\n=/,
  );
});
