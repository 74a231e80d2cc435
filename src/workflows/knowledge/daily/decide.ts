import { end, step, type Move } from '../../engine/flow.ts';
import type { History, StepName } from '../../engine/steps/history.ts';
import type { DailyInput } from './input.ts';
import type { DailyResults } from './results.ts';

/** look → facts → interpret → propose → issue → (pull) → keep. The issue comes first: whoever writes it has the day. Pure. */
export function decide(_input: DailyInput, done: History<DailyResults>): Move<StepName<DailyResults>> {
  const seen = done.result('look');
  if (seen === undefined) return step('look', 0, 'Counting');
  if (seen.issue !== null) return end('done', `reported already as #${seen.issue}`);
  const counted = done.result('facts');
  if (counted === undefined) return step('facts', 0, 'Counting');
  if (!counted.worked) return end('done', 'nothing was worked on that day');
  if (!done.has('interpret')) return step('interpret', 0, 'Interpreting');
  const proposed = done.result('propose');
  if (proposed === undefined) return step('propose', 0, 'Interpreting');
  const issue = done.result('issue');
  if (issue === undefined) return step('issue', 0, 'Reporting');
  if (!issue.ours) return end('done', `reported already as #${issue.number}`);
  const pull = done.result('pull');
  if (proposed.files.length > 0 && pull === undefined) return step('pull', 0, 'Reporting');
  if (!done.has('keep')) return step('keep', 0, 'Reporting');
  return end(
    'done',
    `report #${issue.number}${pull === undefined ? '' : `, suggestions PR #${pull.number}`}`,
  );
}
