import { counted } from '../../../work/counted.ts';
import { workId } from '../../../work/ids.ts';
import { eventText } from '../gather/event-text.ts';
import { taskMaterial } from '../gather/task-material.ts';
import { taskQueries } from '../gather/seed-queries.ts';
import { factsOf } from '../facts/facts.ts';
import { taskName } from '../facts/task-name.ts';
import { postComment } from '../../publish/comment.ts';
import type { StepContext } from '../../engine/steps/context.ts';
import type { StepResult } from '../../engine/flow.ts';
import { joined, own, ours } from '../../model-text/publishable.ts';
import { fillPrompt, template, untrusted } from '../../prompt.ts';
import { worktreeAt } from '../../worktree-at.ts';
import { askAgent } from '../ask-agent.ts';
import type { KnowledgeParts } from '../parts.ts';
import { suggestionMarkdown } from '../report/markdown.ts';
import { reportOfFacts } from '../report/make-report.ts';
import { reportWords } from '../report/words.ts';
import { ruleId } from '../suggestions/same-rule.ts';
import { weigh } from '../suggestions/weigh.ts';
import { readTargets } from '../target-files.ts';
import type { PerTaskInput } from './input.ts';
import { branchOf, folderOf } from './place.ts';
import type { PerTaskResults } from './results.ts';

type Context = StepContext<PerTaskInput, PerTaskResults>;

export async function extract(
  parts: KnowledgeParts,
  context: Context,
): Promise<StepResult<PerTaskResults['extract']>> {
  const { input, host, store, signal, settings } = context;
  const task = workId(input.task, input.repo, input.number);
  const index = await parts.index(signal);
  const material = await taskMaterial({ store, index }, task, Date.parse(input.doneAt));
  const cwd = await worktreeAt(context, folderOf(input), { commit: input.baseSha, branch: branchOf(input) });
  const prompt = fillPrompt(
    await template(new URL('./extract.md', import.meta.url)),
    {
      repo: input.repo,
      task: taskName(task),
      facts: untrusted(JSON.stringify(factsOf(material), undefined, 1)),
      log: untrusted(material.events.map(eventText).join('\n')),
      queries: untrusted(
        index === undefined
          ? ''
          : taskQueries(
              index,
              material.sessions.map(({ id }) => id),
            ),
      ),
    },
    { random: host.random, language: settings.language },
  );
  const { suggestions: proposals, problem } = await askAgent(context, prompt, cwd);
  const suggestions = weigh(proposals, {
    report: reportOfFacts(material, input.language),
    earlier: await store.suggestions.ofRepo(input.repo),
    ...(await readTargets(
      context,
      cwd,
      proposals.map(({ target_file: target }) => target),
    )),
  });
  return { result: { suggestions, problem }, summary: counted(suggestions.length, 'suggestion') };
}

/** One comment on the task, and the suggestions remembered. */
export async function comment(context: Context): Promise<StepResult<PerTaskResults['comment']>> {
  const { input, history, store } = context;
  const { suggestions } = history.required('extract');
  const words = reportWords(input.language);
  const body = joined([
    own`### ${ours(words.learnt)}`,
    ...suggestions.map((each) => suggestionMarkdown(each, words)),
  ]);
  const posted = await postComment(context, 'knowledge', body);
  for (const { target_file: target, content } of suggestions)
    await store.suggestions.add({
      id: `t-${ruleId(input.repo, target, content)}`,
      repo: input.repo,
      // Of no day: what a task taught may still come into a day's pull request.
      day: '',
      target,
      content,
      pattern: '',
      action: 'add',
      pull: null,
      status: 'proposed',
    });
  return { result: { comment: posted.id }, summary: 'lessons posted' };
}
