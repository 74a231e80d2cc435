import type { PatchProblem } from './patch-limits.ts';
import { words, type Language } from './words.ts';

/** Says why a finished change is not published, and where it is kept. */
export function handoverComment(
  problems: readonly PatchProblem[],
  language: Language,
  branch: string,
): string {
  const w = words(language);
  const reasons = problems.map((problem) =>
    problem.kind === 'protected'
      ? w.protectedPaths(problem.paths.map((path) => `\`${path}\``).join(', '))
      : w.tooLarge(problem.size),
  );
  return [
    `**${w.needsPerson}**`,
    reasons.map((reason) => `- ${reason}`).join('\n'),
    w.branchKept(branch),
  ].join('\n\n');
}
