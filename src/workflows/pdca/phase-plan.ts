import { leadWords } from './lead/words.ts';
import { LIMITS, type Mode } from './mode.ts';
import { modelOf, type Purpose } from './models.ts';
import type { PdcaOptions } from './options.ts';

/** One line: which phase, and what is done in it. */
type Row = readonly [phase: string, text: string];

interface Plan {
  mode: Mode;
  explores: boolean;
  e2e: boolean;
  model(purpose: Purpose): string;
}

/** What a run of this mode would do, phase by phase: all that a dry run gives beside the score. */
export function phasePlan(mode: Mode, options: PdcaOptions): string[] {
  const { opus, skipAnalysis, skipE2e, language } = options;
  const plan = {
    mode,
    explores: !skipAnalysis,
    e2e: !skipE2e,
    model: (purpose: Purpose) => modelOf(purpose, mode, opus),
  };
  const rows = language === 'ko' ? korean(plan) : english(plan);
  return [leadWords(language).dryPhases(mode), ...rows.map(([phase, text]) => `[Phase ${phase}] ${text}`)];
}

function english({ mode, explores, e2e, model }: Plan): Row[] {
  const explored = explores ? 'explore x2 (haiku) + ' : '';
  const planner = `planner (${model('plan')})`;
  if (mode === 'LIGHT')
    return [
      ['1', `PLAN: ${explored}${planner} + lead quality gate`],
      ['2', 'DESIGN: SKIP'],
      ['3', `DO: executor (${model('implement')})`],
      ['4', `CHECK: QA x1, architect (${model('judge')})`],
      ['5', 'ACT: report (haiku)'],
    ];
  const heavy = mode === 'HEAVY';
  const writer = heavy ? 'executor-high' : 'executor';
  const reviewed = heavy
    ? ` -> architect -> critic, <= ${LIMITS.critic} rounds`
    : ` + critic-lite (${model('review-plan')})`;
  const parallel = heavy ? 'parallel where it divides, ' : '';
  return [
    ['1', `PLAN: ${explored}${planner}${reviewed}`],
    ['2', `DESIGN: design-writer: ${writer} (${model('design')})`],
    [
      '3',
      `DO: impl-manager: ${writer} (${model('implement')}), ${parallel}<= ${LIMITS.iterations} iterations -> architect gate (${model('judge')})`,
    ],
    [
      '4',
      `CHECK: QA <= ${LIMITS.cycles[mode]} cycles -> architect -> gap-checker -> code-analyzer (${model('judge')})${e2e ? ' -> E2E' : ''}`,
    ],
    ['5', `ACT: gap < ${LIMITS.gap} % -> improve <= ${LIMITS.improvements}; report (haiku)`],
  ];
}

/** The seed's table of the mode, with the models that this run takes. */
function korean({ mode, explores, e2e, model }: Plan): Row[] {
  const explored = explores ? 'Explore teammates (haiku) x2 + ' : '';
  if (mode === 'LIGHT')
    return [
      ['1', `${explored}Planner (${model('plan')}) + Lead Quality Gate`],
      ['2', '스킵 (설계 문서 생성 없음)'],
      ['3.1', `Executor teammate (${model('implement')}) 단일 실행`],
      ['3.2', '— (Architect Gate 없음)'],
      ['4.1', `QA Runner ${LIMITS.cycles.LIGHT}회`],
      ['4.2', 'Architect 검증 (gap-detector, E2E 스킵)'],
      ['5', 'haiku 보고서 (APPROVE 기반, gap-detector 없음)'],
    ];
  const heavy = mode === 'HEAVY';
  const writer = heavy ? 'Executor-high' : 'Executor';
  const reviewed = heavy
    ? `Planner-Critic Loop (max ${LIMITS.critic} iter, QG1-4)`
    : `Planner (${model('plan')}) + Critic-Lite`;
  const judges = heavy ? `${model('judge')}, 순차` : '순차';
  return [
    ['1', `${explored}${reviewed}`],
    ['2', `${writer} teammate (${model('design')}) — 설계 문서 생성`],
    ['3.1', `impl-manager teammate (${model('implement')}) — 5조건 자체 루프${heavy ? ' + 병렬 가능' : ''}`],
    ['3.2', `Architect Gate (외부 검증, max ${LIMITS.rejections}회 rejection)`],
    ['4.1', `QA Runner ${LIMITS.cycles[mode]}회 + Architect 진단 + Domain-Smart Fix`],
    ['4.2', `Architect + gap-detector + code-analyzer (${judges})${e2e ? '' : ', E2E 스킵'}`],
    ['5', `gap < ${LIMITS.gap}% → pdca-iterator teammate (최대 ${LIMITS.improvements}회)`],
  ];
}
