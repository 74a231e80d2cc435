import type { Finding } from '../../work/finding.ts';
import type { History } from '../engine/steps/history.ts';
import type { PullInput } from './input.ts';
import { asFinding } from './people/remark.ts';
import type { PullResults, Reviewed } from './results.ts';

/** Whether the first round begins with what people and checks said, in place of a review of ours. */
export function isGiven({ again }: PullInput, round: number): boolean {
  return round === 0 && (again ?? null) !== null;
}

/** The remarks that a round of improvement works on. */
export function reviewAt(
  input: PullInput,
  done: History<PullResults>,
  round: number,
): Pick<Reviewed, 'verdict' | 'open' | 'summary'> | undefined {
  if (!isGiven(input, round)) return done.result('review', round);
  const open: Finding[] = (input.again?.remarks ?? []).map(asFinding);
  return { verdict: 'request_changes', summary: '', open };
}
