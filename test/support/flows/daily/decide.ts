import { ask, end, step, STOPPED, type Move } from '../../../../src/workflows/engine/flow.ts';
import type { History, StepName } from '../../../../src/workflows/engine/steps/history.ts';
import type { FrozenInput } from '../../../../src/workflows/engine/input/input.ts';
import type { DailyResults } from './results.ts';

export function decide(_input: FrozenInput, history: History<DailyResults>): Move<StepName<DailyResults>> {
  if (!history.has('look')) return step('look', 0, 'Looking');
  const answer = history.result('ask:keep');
  if (answer === undefined) return ask('ask:keep', 0, { text: 'keep it?', options: ['approve', 'stop'] });
  if (answer.answer === 'stop') return end('skip', STOPPED);
  if (!history.has('note')) return step('note', 0, 'Noting');
  return end('done', 'noted');
}
