import { end, step, type Move } from '../../engine/flow.ts';
import type { History, StepName } from '../../engine/steps/history.ts';
import type { PerTaskInput } from './input.ts';
import type { PerTaskResults } from './results.ts';

/** extract → comment, where there is something to say. Pure. */
export function decide(_input: PerTaskInput, done: History<PerTaskResults>): Move<StepName<PerTaskResults>> {
  const extracted = done.result('extract');
  if (extracted === undefined) return step('extract', 0, 'Extracting');
  if (extracted.problem !== '') return end('done', `nothing was learnt: ${extracted.problem}`);
  if (extracted.suggestions.length === 0) return end('done', 'nothing new was learnt');
  if (!done.has('comment')) return step('comment', 0, 'Extracting');
  return end('done', `${extracted.suggestions.length} suggested`);
}
