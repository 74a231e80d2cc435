import { mayBeApproved, PATCH_OPTIONS } from './approval.ts';
import { askComment } from './comment.ts';
import type { StepContext } from '../engine/steps/context.ts';
import type { StepResult } from '../engine/flow.ts';
import type { FrozenInput } from '../engine/input/input.ts';
import { bulleted, joined, ours, own } from '../model-text/publishable.ts';
import { patchProblems, type PatchLimits, type PatchSize } from './patch-limits.ts';
import { patchReasons } from './patch-reasons.ts';
import { words, type Language } from '../words.ts';

type Input = FrozenInput & { limits: PatchLimits; language: Language };

/** The step that leaves a finished change to a person: what is wrong with publishing it, and where it is kept. */
export async function handOver(
  context: StepContext<Input>,
  work: PatchSize,
): Promise<StepResult<{ comment: number }>> {
  const { limits, language } = context.input;
  const w = words(language);
  const problems = patchProblems(work, limits);
  const text = joined([
    own`**${ours(w.needsPerson)}**`,
    bulleted(patchReasons(problems, language)),
    ours(w.workKept(context.history.keptCommit())),
    ...(mayBeApproved(problems) ? [ours(w.answerHow(context.work, PATCH_OPTIONS.join(' | ')))] : []),
  ]);
  const comment = await askComment(context, 'handover', text);
  return { result: { comment: comment.id }, summary: 'left to a person' };
}
