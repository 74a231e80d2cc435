import { leadWords } from './lead/words.ts';
import { LIMITS, type Mode } from './mode.ts';
import { modelOf } from './models.ts';
import type { PdcaOptions } from './options.ts';

/** What a run of this mode would do, phase by phase: all that a dry run gives beside the score. */
export function phasePlan(mode: Mode, options: PdcaOptions): string[] {
  const { opus, skipAnalysis, skipE2e, language } = options;
  const model = (purpose: Parameters<typeof modelOf>[0]) => modelOf(purpose, mode, opus);
  const explored = skipAnalysis ? '' : 'explore x2 (haiku) + ';
  const planner = `planner (${model('plan')})`;
  const writer = mode === 'HEAVY' ? 'executor-high' : 'executor';
  const e2e = skipE2e ? '' : ' -> E2E';
  const judge = model('judge');
  const rows: Record<Mode, string[]> = {
    LIGHT: [
      `${explored}${planner} + lead quality gate`,
      'SKIP',
      `executor (${model('implement')})`,
      `QA x1, architect (${judge})`,
      'report (haiku)',
    ],
    STANDARD: [
      `${explored}${planner} + critic-lite (${model('review-plan')})`,
      `design-writer: ${writer} (${model('design')})`,
      `impl-manager: ${writer} (${model('implement')}), <= ${LIMITS.iterations} iterations -> architect gate (${judge})`,
      `QA <= ${LIMITS.cycles.STANDARD} cycles -> architect -> gap-checker -> code-analyzer (${judge})${e2e}`,
      `gap < ${LIMITS.gap} % -> improve <= ${LIMITS.improvements}; report (haiku)`,
    ],
    HEAVY: [
      `${explored}${planner} -> architect -> critic, <= ${LIMITS.critic} rounds`,
      `design-writer: ${writer} (${model('design')})`,
      `impl-manager: ${writer} (${model('implement')}), parallel where it divides, <= ${LIMITS.iterations} iterations -> architect gate (${judge})`,
      `QA <= ${LIMITS.cycles.HEAVY} cycles -> architect -> gap-checker -> code-analyzer (${judge})${e2e}`,
      `gap < ${LIMITS.gap} % -> improve <= ${LIMITS.improvements}; report (haiku)`,
    ],
  };
  const names = ['PLAN', 'DESIGN', 'DO', 'CHECK', 'ACT'];
  return [
    leadWords(language).dryPhases(mode),
    ...rows[mode].map((text, at) => `[Phase ${at + 1}] ${names[at] ?? ''}: ${text}`),
  ];
}
