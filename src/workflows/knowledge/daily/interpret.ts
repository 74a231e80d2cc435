import { counted } from '../../../work/counted.ts';
import { daySpan } from '../../../work/day.ts';
import type { StepContext } from '../../engine/steps/context.ts';
import type { StepResult } from '../../engine/flow.ts';
import { fillPrompt, template, untrusted } from '../../prompt.ts';
import { worktreeAt } from '../../worktree-at.ts';
import { askAgent } from '../ask-agent.ts';
import { dailyQueries } from '../gather/seed-queries.ts';
import type { KnowledgeParts } from '../parts.ts';
import type { DailyInput } from './input.ts';
import { branchOf, folderOf } from './place.ts';
import type { DailyResults } from './results.ts';

type Context = StepContext<DailyInput, DailyResults>;

/** The one session of the day. */
export async function interpret(
  parts: KnowledgeParts,
  context: Context,
): Promise<StepResult<DailyResults['interpret']>> {
  const { input, host, history, settings, signal } = context;
  const { report } = history.required('facts');
  const index = await parts.index(signal);
  const cwd = await worktreeAt(context, folderOf(input), { commit: input.baseSha, branch: branchOf(input) });
  const prompt = fillPrompt(
    await template(new URL('./interpret.md', import.meta.url)),
    {
      repo: input.repo,
      day: input.day,
      facts: untrusted(JSON.stringify({ summary: report.summary, ...report.facts }, undefined, 1)),
      patterns: untrusted(
        report.patterns.map((pattern, at) => `${at + 1}. ${JSON.stringify(pattern)}`).join('\n') || '(none)',
      ),
      queries: untrusted(
        index === undefined ? '(no index)' : dailyQueries(index, { repo: input.repo, ...daySpan(input.day) }),
      ),
    },
    { random: host.random, language: settings.language },
  );
  const result = await askAgent(context, prompt, cwd);
  return {
    result,
    summary: result.problem === '' ? counted(result.suggestions.length, 'proposal') : result.problem,
  };
}
