import { approval } from '../publish/approval.ts';
import { ask, end, step, STOPPED, type Move, type StepKey } from '../engine/flow.ts';
import type { History, StepName } from '../engine/steps/history.ts';
import { patchProblems } from '../publish/patch-limits.ts';
import { developMove, reviewedDesign } from './develop-move.ts';
import type { IssueInput } from './input.ts';
import { judge } from './judge.ts';
import { pdcaMove } from './pdca-move.ts';
import { clarifyingQuestion } from './question.ts';
import type { IssueResults } from './results.ts';

const BEFORE_WORK: StepKey<StepName<IssueResults>>[] = [
  { name: 'answers', round: 0 },
  { name: 'analyze', round: 0 },
  { name: 'report', round: 0 },
  { name: 'ask:clarify', round: 0 },
];

/** What the next attempt need not do again. */
const kept = (done: History<IssueResults>): StepKey<StepName<IssueResults>>[] => [
  ...BEFORE_WORK,
  ...reviewedDesign(done),
];

/** (answers →) analyze → report → (develop …) implement → check → push → pull. Pure: the verdicts and results so far give the next step. */
export function decide(input: IssueInput, done: History<IssueResults>): Move<StepName<IssueResults>> {
  if (input.answers.length > 0 && !done.has('answers')) return step('answers', 0, 'Analyzing');
  const analysis = done.result('analyze');
  if (analysis === undefined) return step('analyze', 0, 'Analyzing');
  if (!done.has('report')) return step('report', 0, 'Analyzing');

  const judged = judge(analysis, input.confidenceThreshold);
  if (judged === 'wontfix') return end('skip', 'the analysis advises against it');
  if (judged !== 'implement') {
    const said = done.result('ask:clarify');
    if (said === undefined) return ask('ask:clarify', 0, clarifyingQuestion(analysis, input));
    if (said.answer !== 'approve') return end('skip', STOPPED);
  }

  if (input.workflow === 'develop' && !done.has('implement')) {
    const move = developMove(done, kept(done));
    if (move !== undefined) return move;
  }
  if (input.workflow === 'pdca' && !done.has('implement')) {
    const move = pdcaMove(input, done, kept(done));
    if (move !== undefined) return move;
  }
  const work = done.result('implement');
  if (work === undefined)
    return step('implement', 0, 'Implementing', input.workflow === 'direct' ? 'Ready' : undefined);
  if (work.files.length === 0) {
    const text = 'The session ended without changing any file.';
    return {
      kind: 'end',
      outcome: 'failed',
      reason: text,
      lesson: { text, commit: null },
      carry: kept(done),
    };
  }
  const problems = patchProblems(work, input.limits);
  if (problems.length > 0) {
    if (!done.has('handover')) return step('handover', 0, 'Implementing');
    const move = approval(done, problems, { round: 0, language: input.language });
    if (move !== undefined) return move;
  }
  const checks = done.result('check');
  if (checks === undefined) return step('check', 0, 'Implementing');
  if (!checks.ok) {
    const lesson = { text: checks.output, commit: done.lastCommit() ?? null };
    return { kind: 'end', outcome: 'failed', reason: 'the checks failed', lesson, carry: kept(done) };
  }
  if (!done.has('push')) return step('push', 0, 'Implementing');
  const pull = done.result('pull');
  if (pull === undefined) return step('pull', 0, 'Implementing');
  if (pull.state === 'closed') return end('skip', `a person closed PR #${pull.number}`);
  return end('done', `PR #${pull.number}${pull.state === 'merged' ? ', merged' : ''}`);
}
