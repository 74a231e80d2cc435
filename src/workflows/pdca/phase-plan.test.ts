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
  /** The three tables as they stand in the seed. */
  const SEED: Record<Mode, string> = {
    LIGHT: `
| Phase 1 | Explore teammates (haiku) x2 + Planner (haiku) + Lead Quality Gate |
| Phase 2 | **스킵** (설계 문서 생성 없음) |
| Phase 3.1 | Executor teammate (sonnet) 단일 실행 |
| Phase 3.2 | — (Architect Gate 없음) |
| Phase 4.1 | QA Runner 1회 |
| Phase 4.2 | Architect 검증 (gap-detector, E2E 스킵) |
| Phase 5 | haiku 보고서 (APPROVE 기반, gap-detector 없음) |
`,
    STANDARD: `
| Phase 1 | Explore teammates (haiku) x2 + Planner (sonnet) + Critic-Lite |
| Phase 2 | Executor teammate (sonnet) — 설계 문서 생성 |
| Phase 3.1 | impl-manager teammate (sonnet) — 5조건 자체 루프 |
| Phase 3.2 | Architect Gate (외부 검증, max 2회 rejection) |
| Phase 4.1 | QA Runner 3회 + Architect 진단 + Domain-Smart Fix |
| Phase 4.2 | Architect + gap-detector + code-analyzer (순차) |
| Phase 5 | gap < 90% → pdca-iterator teammate (최대 5회) |
`,
    HEAVY: `
| Phase 1 | Explore teammates (haiku) x2 + Planner-Critic Loop (max 5 iter, QG1-4) |
| Phase 2 | Executor-high teammate (sonnet, --opus 시 opus) — 설계 문서 생성 |
| Phase 3.1 | impl-manager teammate (sonnet, --opus 시 opus) — 5조건 자체 루프 + 병렬 가능 |
| Phase 3.2 | Architect Gate (외부 검증, max 2회 rejection) |
| Phase 4.1 | QA Runner 5회 + Architect 진단 + Domain-Smart Fix |
| Phase 4.2 | Architect + gap-detector + code-analyzer (sonnet, --opus 시 opus, 순차) |
| Phase 5 | gap < 90% → pdca-iterator teammate (최대 5회) |
`,
  };
  for (const mode of ['LIGHT', 'STANDARD', 'HEAVY'] as const)
    for (const opus of [false, true])
      test(`${mode}${opus ? ' --opus' : ''} in Korean: the seed's table, line by line`, () => {
        const table = SEED[mode]
          .replaceAll('sonnet, --opus 시 opus', opus ? 'opus' : 'sonnet')
          .replaceAll('**', '')
          .trim();
        const [head, ...phases] = phasePlan(mode, { ...OPTIONS, language: 'ko', opus });
        assert.equal(head, `${mode} 모드 실행 계획:`);
        assert.deepEqual(
          phases.map((line) => line.replace(/^\[(Phase [\d.]+)\] (.*)$/, '| $1 | $2 |')),
          table.split('\n'),
        );
      });
  test('--skip-analysis and --skip-e2e leave their teammates out of it', () => {
    for (const language of ['en', 'ko'] as const) {
      const lines = phasePlan('STANDARD', { ...OPTIONS, language, skipAnalysis: true, skipE2e: true });
      assert.doesNotMatch(lines.join('\n'), /explore|-> E2E/i);
    }
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
