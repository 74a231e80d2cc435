import type { StepContext } from '../engine/steps/context.ts';
import type { Flow, Step, StepResult } from '../engine/flow.ts';
import {
  decide,
  doneOf,
  PDCA_RESULTS,
  PHASE_NAMES,
  STEPS,
  type PdcaResults,
  type PdcaStepName,
} from './decide.ts';
import type { PdcaDone } from './done.ts';
import type { PdcaInput } from './input.ts';
import { nextOf } from './lead/next.ts';
import type { PdcaNeeds } from './steps/needs.ts';
import { performMove } from './steps/perform.ts';

export type PdcaContext = StepContext<PdcaInput, PdcaResults>;

/** What the flow is opened with: the run's input, and what its steps need beside the engine's. */
export interface PdcaFlowParts {
  input: PdcaInput;
  needs(context: PdcaContext, done: readonly PdcaDone[]): Promise<PdcaNeeds>;
}

/** One PDCA run as a flow of the engine. Its one item stands nowhere on the forge; the journal alone knows it. */
export function pdcaFlow({ input, needs }: PdcaFlowParts): Flow<PdcaInput, PdcaResults> {
  const candidate = {
    number: input.number,
    title: input.title,
    author: input.author,
    createdAt: input.startedAt,
    updatedAt: input.startedAt,
  };
  const run = async (context: PdcaContext): Promise<StepResult<PdcaDone>> => {
    const done = doneOf(context.history);
    const next = nextOf(context.input, done);
    if (next.kind === 'end') throw new Error('the run has ended');
    const { done: made, commit } = await performMove(await needs(context, done), next);
    return { result: made, ...(commit === undefined ? {} : { commit }), summary: made.kind };
  };
  const steps = Object.fromEntries(
    STEPS.map((name) => [name, { result: PDCA_RESULTS[name], run }]),
  ) as unknown as {
    [Name in PdcaStepName]: Step<PdcaInput, PdcaResults, Name>;
  };
  return {
    type: 'pdca',
    words: {
      noun: { en: 'PDCA run', ko: 'PDCA 실행' },
      finished: { notice: 'done', en: 'is finished', ko: '완료' },
    },
    phases: PHASE_NAMES,
    priority: { Team: 50 },
    items: {
      on: 'journal',
      find: async () => [candidate],
      read: async () => candidate,
    },
    freeze: async () => input,
    decide,
    steps,
  };
}
