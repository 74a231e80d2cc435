import type { AnalysisResult } from '../../work/verdicts.ts';
import type { CheckResult } from '../checks.ts';
import { end, step, type Move } from '../engine/flow.ts';
import type { History } from '../engine/history.ts';
import { patchProblems } from '../patch-limits.ts';
import { developMove } from './develop-move.ts';
import type { Implemented, IssueInput } from './input.ts';
import { judge } from './judge.ts';

const BEFORE_WORK = [
  { name: 'analyze', round: 0 },
  { name: 'report', round: 0 },
];

/** analyze → report → (develop …) implement → check → push → pull. Pure: the verdicts and results so far give the next step. */
export function decide(input: IssueInput, done: History): Move {
  const analysis = done.result<AnalysisResult>('analyze');
  if (analysis === undefined) return step('analyze', 0, 'Analyzing');
  if (!done.has('report')) return step('report', 0, 'Analyzing');

  const judged = judge(analysis, input.confidenceThreshold);
  if (judged === 'wontfix') return end('skip', 'the analysis advises against it');
  if (judged === 'clarify') return end('skip', 'it needs clarification');
  if (judged === 'unsure')
    return end('skip', `the analysis is not confident enough (${analysis.confidence})`);

  if (input.workflow === 'develop' && !done.has('implement')) {
    const move = developMove(done, BEFORE_WORK);
    if (move !== undefined) return move;
  }
  const work = done.result<Implemented>('implement');
  if (work === undefined)
    return step('implement', 0, 'Implementing', input.workflow === 'develop' ? undefined : 'Ready');
  if (work.files.length === 0) {
    const text = 'The session ended without changing any file.';
    return {
      kind: 'end',
      outcome: 'failed',
      reason: text,
      lesson: { text, commit: null },
      carry: BEFORE_WORK,
    };
  }
  if (patchProblems(work, input.limits).length > 0) {
    return done.has('handover')
      ? end('skip', 'the change needs a person')
      : step('handover', 0, 'Implementing');
  }
  const checks = done.result<CheckResult>('check');
  if (checks === undefined) return step('check', 0, 'Implementing');
  if (!checks.ok) {
    const lesson = { text: checks.output, commit: done.lastCommit() ?? null };
    return { kind: 'end', outcome: 'failed', reason: 'the checks failed', lesson, carry: BEFORE_WORK };
  }
  if (!done.has('push')) return step('push', 0, 'Implementing');
  const pull = done.result<{ number: number }>('pull');
  if (pull === undefined) return step('pull', 0, 'Implementing');
  return end('done', `PR #${pull.number}`);
}
