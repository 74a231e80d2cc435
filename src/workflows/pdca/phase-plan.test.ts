import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OPTIONS } from '../../../test/support/pdca-play.ts';
import type { Mode } from './mode.ts';
import { modelOf, type Purpose } from './models.ts';
import { phasePlan } from './phase-plan.ts';

describe('복잡도 분기 상세', () => {
  const rows: Record<Mode, string[]> = {
    LIGHT: [
      '[Phase 1] PLAN: explore x2 (haiku) + planner (haiku) + lead quality gate',
      '[Phase 2] DESIGN: SKIP',
      '[Phase 3] DO: executor (sonnet)',
      '[Phase 4] CHECK: QA x1, architect (sonnet)',
      '[Phase 5] ACT: report (haiku)',
    ],
    STANDARD: [
      '[Phase 1] PLAN: explore x2 (haiku) + planner (sonnet) + critic-lite (sonnet)',
      '[Phase 2] DESIGN: design-writer: executor (sonnet)',
      '[Phase 3] DO: impl-manager: executor (sonnet), <= 10 iterations -> architect gate (sonnet)',
      '[Phase 4] CHECK: QA <= 3 cycles -> architect -> gap-checker -> code-analyzer (sonnet) -> E2E',
      '[Phase 5] ACT: gap < 90 % -> improve <= 5; report (haiku)',
    ],
    HEAVY: [
      '[Phase 1] PLAN: explore x2 (haiku) + planner (sonnet) -> architect -> critic, <= 5 rounds',
      '[Phase 2] DESIGN: design-writer: executor-high (sonnet)',
      '[Phase 3] DO: impl-manager: executor-high (sonnet), parallel where it divides, <= 10 iterations -> architect gate (sonnet)',
      '[Phase 4] CHECK: QA <= 5 cycles -> architect -> gap-checker -> code-analyzer (sonnet) -> E2E',
      '[Phase 5] ACT: gap < 90 % -> improve <= 5; report (haiku)',
    ],
  };
  for (const mode of ['LIGHT', 'STANDARD', 'HEAVY'] as const)
    test(`${mode}, as a dry run lists it`, () => {
      const [head, ...phases] = phasePlan(mode, OPTIONS);
      assert.deepEqual([head, phases], [`Phases of a ${mode} run:`, rows[mode]]);
    });
  test('--opus lifts design-writer, impl-manager and the judges, in HEAVY only', () => {
    const key: Purpose[] = ['design', 'implement', 'judge'];
    const others: Purpose[] = ['explore', 'plan', 'review-plan', 'fix', 'qa', 'report', 'context'];
    for (const purpose of key) assert.equal(modelOf(purpose, 'HEAVY', true), 'opus', purpose);
    for (const purpose of others) assert.notEqual(modelOf(purpose, 'HEAVY', true), 'opus', purpose);
    for (const mode of ['LIGHT', 'STANDARD'] as const)
      for (const purpose of [...key, ...others]) assert.notEqual(modelOf(purpose, mode, true), 'opus');
  });
});
