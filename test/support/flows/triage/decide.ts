import { end, step, type Move } from '../../../../src/workflows/engine/flow.ts';
import type { History, StepName } from '../../../../src/workflows/engine/steps/history.ts';
import type { FrozenInput } from '../../../../src/workflows/engine/input/input.ts';
import type { TriageResults } from './results.ts';

export function decide(_input: FrozenInput, history: History<TriageResults>): Move<StepName<TriageResults>> {
  if (!history.has('sort')) return step('sort', 0, 'Sorting');
  const verdict = history.result('sort')?.text;
  return verdict === 'leave it' ? end('skip', 'nothing to do') : end('done', `sorted as ${verdict}`);
}
