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
  const asked = { about: 'phase', text: '', options: [], phase: 1, sessions, feature: 'x' } as const;
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
});
