import { codeSpan } from '../model-text/code.ts';
import { ours, type Publishable } from '../model-text/publishable.ts';
import type { PatchProblem } from './patch-limits.ts';
import { placeOf } from './secrets.ts';
import { words, type Language, type Words } from '../words.ts';

const MOST_SHOWN = 20;

/** What stands in the way of publishing a change, each in words. Pure. */
export function patchReasons(problems: readonly PatchProblem[], language: Language): Publishable[] {
  const w = words(language);
  return problems.map((problem) => ours(reasonOf(problem, w)));
}

function reasonOf(problem: PatchProblem, w: Words): string {
  if (problem.kind === 'large') return w.tooLarge(problem.size);
  if (problem.kind === 'protected')
    return w.protectedPaths(
      listed(problem.paths.map(codeSpan)),
      problem.reasons.map((reason) => w.protectedBecause[reason]).join(', '),
    );
  return w.secrets(listed(problem.found.map((found) => `${found.kind}: ${codeSpan(placeOf(found))}`)));
}

function listed(names: readonly string[]): string {
  const more = names.length > MOST_SHOWN ? ', …' : '';
  return `${names.slice(0, MOST_SHOWN).join(', ')}${more}`;
}
