import { ask, end, step, type Move, type PersonAnswer } from '../engine/flow.ts';
import type { History } from '../engine/steps/history.ts';
import { pdcaDone, type PdcaDone } from './done.ts';
import type { PdcaInput } from './input.ts';
import { nextOf } from './lead/next.ts';
import type { LeadOutcome } from './work.ts';

/** One step name per phase, so that costs are booked by phase. */
export const STEPS = ['pdca-team', 'pdca-plan', 'pdca-design', 'pdca-do', 'pdca-check', 'pdca-act'] as const;
export type PdcaStepName = (typeof STEPS)[number];

export type PdcaResults = Record<PdcaStepName, PdcaDone> & { 'ask:pdca': PersonAnswer };

export const PDCA_RESULTS = {
  'pdca-team': pdcaDone,
  'pdca-plan': pdcaDone,
  'pdca-design': pdcaDone,
  'pdca-do': pdcaDone,
  'pdca-check': pdcaDone,
  'pdca-act': pdcaDone,
};

export const PHASE_NAMES = ['Team', 'Plan', 'Design', 'Do', 'Check', 'Act'] as const;

const OUTCOMES = {
  done: 'done',
  unresolved: 'skip',
  failed: 'failed',
  stopped: 'skip',
} as const satisfies Record<LeadOutcome, string>;

/** What was done so far, in order, a person's answers among it. */
export function doneOf(history: Pick<History<PdcaResults>, 'steps'>): PdcaDone[] {
  return doneIn(history, STEPS);
}

/** The same for a flow whose steps have these names. */
export function doneIn(history: Pick<History, 'steps'>, names: readonly string[]): PdcaDone[] {
  return history.steps.flatMap(({ name, result }): PdcaDone[] => {
    if (name === 'ask:pdca')
      return [{ kind: 'ask', result: { answer: (result as PersonAnswer).answer }, sessions: [] }];
    return names.includes(name) ? [result as PdcaDone] : [];
  });
}

/** The next move of a run: the lead replayed over its journal. Pure. */
export function decide(input: PdcaInput, history: History<PdcaResults>): Move<PdcaStepName | 'ask:pdca'> {
  const done = doneOf(history);
  const next = nextOf(input, done);
  if (next.kind === 'end') return end(OUTCOMES[next.outcome], next.reason);
  const { work, phase } = next;
  if (work.kind === 'ask') return ask('ask:pdca', done.length, { text: work.text, options: work.options });
  return step(STEPS[phase] ?? 'pdca-act', done.length, PHASE_NAMES[phase] ?? 'Act');
}
