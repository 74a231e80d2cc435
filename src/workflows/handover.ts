import { postComment } from './comment.ts';
import type { StepContext } from './engine/context.ts';
import type { StepResult } from './engine/flow.ts';
import type { FrozenInput } from './engine/input.ts';
import { patchProblems, type PatchLimits, type PatchProblem, type PatchSize } from './patch-limits.ts';
import { words, type Language } from './words.ts';

const MOST_SHOWN = 20;

type Input = FrozenInput & { limits: PatchLimits; language: Language };

/** The step that leaves a finished change to a person: what is wrong with publishing it, and where it is kept. */
export async function handOver(
  context: StepContext<Input>,
  work: PatchSize,
  branch: string,
): Promise<StepResult> {
  const { limits, language } = context.input;
  const comment = await postComment(
    context,
    'handover',
    handoverComment(patchProblems(work, limits), language, branch),
  );
  return { result: { comment: comment.id }, summary: 'left to a person' };
}

/** Says why a finished change is not published, and where it is kept. */
function handoverComment(problems: readonly PatchProblem[], language: Language, branch: string): string {
  const w = words(language);
  const reasons = problems.map((problem) => {
    if (problem.kind === 'protected')
      return w.protectedPaths(problem.paths.map((path) => `\`${path}\``).join(', '));
    if (problem.kind === 'large') return w.tooLarge(problem.size);
    const shown = problem.found.slice(0, MOST_SHOWN);
    return w.secrets(shown.map(({ kind, path, line }) => `${kind}: \`${path}:${line}\``).join(', '));
  });
  return [
    `**${w.needsPerson}**`,
    reasons.map((reason) => `- ${reason}`).join('\n'),
    w.branchKept(branch),
  ].join('\n\n');
}
