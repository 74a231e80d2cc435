import type { Asked } from '../../compose/pdca/start.ts';
import { PHASES } from '../../workflows/pdca/mode.ts';
import { branchOf, designPath, planPath, STATUS_PATH } from '../../workflows/pdca/documents/places.ts';

const LINE = '='.repeat(51);

/** Between two phases, as the seed prints it. */
export function banner({ phase, sessions, summary, feature }: Asked, language: 'en' | 'ko'): string {
  const at = phase === 5 ? 4 : phase;
  const files = ['', planPath(feature), designPath(feature), branchOf(feature), STATUS_PATH];
  const mates = [
    ...new Set(sessions.filter((one) => one.phase === at).map(({ name, model }) => `${name} (${model})`)),
  ].join(', ');
  const verdicts = new Map(
    sessions.flatMap(({ phase: own, name, verdict }) =>
      own === at && verdict !== null ? [[name, `${name}: ${verdict}`]] : [],
    ),
  );
  const said =
    summary
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? '';
  const decision = [...verdicts.values()].join(', ') || (at === 2 ? said : '') || '-';
  const from = `Phase ${at} ${PHASES[at] ?? ''}`;
  const to = `Phase ${at + 1} ${PHASES[at + 1] ?? ''}`;
  const lines =
    language === 'ko'
      ? [
          ` ${from} 완료 -> ${to} 진입 대기`,
          LINE,
          ` 산출물: ${files[at] ?? ''}`,
          ` 소요 teammates: ${mates}`,
          ` 핵심 결정: ${decision}`,
        ]
      : [
          ` ${from} finished -> ${to} waits`,
          LINE,
          ` Result: ${files[at] ?? ''}`,
          ` Teammates: ${mates}`,
          ` Key decision: ${decision}`,
        ];
  return [LINE, ...lines, LINE].join('\n');
}

export function resumePrompt(feature: string, language: 'en' | 'ko'): string {
  return language === 'ko'
    ? `재개: autodev auto resume ${feature}`
    : `To go on: autodev auto resume ${feature}`;
}
