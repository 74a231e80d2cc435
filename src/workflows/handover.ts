import { mayBeApproved, PATCH_OPTIONS } from './approval.ts';
import { postComment } from './comment.ts';
import type { StepContext } from './engine/context.ts';
import type { StepResult } from './engine/flow.ts';
import type { FrozenInput } from './engine/input.ts';
import { patchProblems, type PatchLimits, type PatchSize } from './patch-limits.ts';
import { patchReasons } from './patch-reasons.ts';
import { words, type Language } from './words.ts';

type Input = FrozenInput & { limits: PatchLimits; language: Language };

/** The step that leaves a finished change to a person: what is wrong with publishing it, and where it is kept. */
export async function handOver(
  context: StepContext<Input>,
  work: PatchSize,
  branch: string,
): Promise<StepResult> {
  const { limits, language } = context.input;
  const w = words(language);
  const problems = patchProblems(work, limits);
  const reasons = patchReasons(problems, language).map((reason) => `- ${reason}`);
  const text = [
    `**${w.needsPerson}**`,
    reasons.join('\n'),
    w.branchKept(branch),
    ...(mayBeApproved(problems) ? [w.answerHow(context.work, PATCH_OPTIONS.join(' | '))] : []),
  ].join('\n\n');
  const comment = await postComment(context, 'handover', text);
  return { result: { comment: comment.id }, summary: 'left to a person' };
}
