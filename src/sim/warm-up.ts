import { template } from '../workflows/prompt.ts';
import { findByRules } from '../workflows/publish/secret-rules.ts';

const TEMPLATES = [
  '../workflows/issue/analyze.md',
  '../workflows/issue/implement.md',
  '../workflows/pull/review.md',
  '../workflows/pull/improve.md',
  '../workflows/pull/people/answer.md',
  '../workflows/merge/resolve.md',
];
/** As many issues as a repository of the simulation ever has. */
const BRANCHES = 60;

let warm: Promise<void> | undefined;

/**
 * Reads what the daemon reads from real files once (prompts, the rules that find secrets): from then on everything it
 * waits for is part of the simulation, and a run is the same whether it is the first of its process or not.
 */
export function warmUp(): Promise<void> {
  warm ??= (async () => {
    for (const path of TEMPLATES) await template(new URL(path, import.meta.url));
    await findByRules('');
    for (let n = 1; n <= BRANCHES; n += 1)
      for (const branch of [`autodev/issue-${n}`, `feature-${n}`]) await findByRules(branch);
  })();
  return warm;
}
