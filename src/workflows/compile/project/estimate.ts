import { join } from 'node:path';
import { readTextSync } from '../../../host/fs/sync-files.ts';
import { estimateOf, type Estimate } from '../../../spec/compile/estimate.ts';
import { discoverRunner } from '../../../spec/runners/discover.ts';
import { greenPrompt, notesPrompt, redPrompt, refactorPrompt, reviewPrompt } from '../prompts.ts';
import type { CompilePlan, Planned } from './plan.ts';
import type { Project } from './project.ts';

/** What the prompts of a plan come to, before anything is paid. */
export async function estimatePlan(
  { host, root, compiler }: Project,
  { todo }: CompilePlan,
): Promise<(Planned & { estimate: Estimate })[]> {
  const facts = { random: host.random, language: compiler.language };
  return Promise.all(
    todo.map(async (planned) => {
      const { input } = planned;
      const runner = discoverRunner(input.dir, input.language, (path) => readTextSync(join(root, path)));
      const asked = { clauses: input.clauses, retired: [], feedback: [] };
      const prompts = await Promise.all([
        redPrompt(input, { runner, newTestFile: input.dir }, asked, facts),
        reviewPrompt(input, [], facts),
        greenPrompt(input, [], [], facts),
        refactorPrompt(input, [], facts),
        notesPrompt(input, [], facts),
      ]);
      return { ...planned, estimate: estimateOf(prompts, compiler.model) };
    }),
  );
}
