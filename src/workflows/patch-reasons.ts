import type { PatchProblem } from './patch-limits.ts';
import { words, type Language } from './words.ts';

const MOST_SHOWN = 20;

/** What stands in the way of publishing a change, each in words. Pure. */
export function patchReasons(problems: readonly PatchProblem[], language: Language): string[] {
  const w = words(language);
  return problems.map((problem) => {
    if (problem.kind === 'large') return w.tooLarge(problem.size);
    if (problem.kind === 'protected')
      return w.protectedPaths(listed(problem.paths.map((path) => `\`${path}\``)));
    return w.secrets(listed(problem.found.map(({ kind, path, line }) => `${kind}: \`${path}:${line}\``)));
  });
}

function listed(names: readonly string[]): string {
  const more = names.length > MOST_SHOWN ? ', …' : '';
  return `${names.slice(0, MOST_SHOWN).join(', ')}${more}`;
}
