import { workId, type WorkId } from '../../work/ids.ts';
import { VERDICTS_VERSION } from '../../work/verdicts.ts';
import { isChoice } from '../engine/questions/answers.ts';
import { hasBegun } from '../engine/input/begun.ts';
import { contentHash } from '../engine/input/content.ts';
import type { WorkContext } from '../engine/steps/context.ts';
import { unsettledInput } from '../engine/input/read-input.ts';
import { isOwnText } from '../marker.ts';
import { limitsOf } from '../publish/patch-limits.ts';
import { PROMPTS_VERSION } from '../prompt.ts';
import { isOnlyWords } from '../outside-text/words-said.ts';
import { issueInput, type IssueInput } from './input.ts';

/** Everything a run of this issue may depend on, read once. */
export async function freezeIssue(
  item: { repo: string; number: number },
  context: WorkContext,
): Promise<IssueInput> {
  const { forge, store, settings } = context;
  const { repo, number } = item;
  const issue = await forge.issue(repo, number);
  const work = workId('issue', repo, number);
  const repository = await forge.repository(repo);
  const tip = (await forge.branch(repo, repository.defaultBranch)) ?? '';
  // A base that moved is no reason to pay again: an unfinished or failed run keeps the one it began with.
  const earlier = (await unsettledInput(store, work, issueInput))?.input;
  const said = await trustedComments(context, repo, number);
  // Nor is what people add to the conversation of work that has begun, whether or not we were killed meanwhile.
  const before = (await hasBegun(store, work)) ? earlier?.comments : undefined;
  return {
    repo,
    number,
    title: issue.title,
    body: issue.body,
    author: issue.author,
    contentHash: contentHash(issue),
    comments: before !== undefined && goesOn(before, said) ? before : said,
    answers: await answersTo(context, work),
    baseRef: repository.defaultBranch,
    baseSha: earlier?.baseRef === repository.defaultBranch ? earlier.baseSha : tip,
    confidenceThreshold: settings.confidence_threshold,
    workflow: settings.workflow,
    ...(settings.workflow === 'pdca' && { asksWhenExhausted: settings.on_exhausted === 'human' }),
    model: settings.model,
    language: settings.language,
    limits: limitsOf(settings),
    versions: { prompts: PROMPTS_VERSION, verdicts: VERDICTS_VERSION },
    lesson: null,
  };
}

/** Whether nothing of it was taken back, edited or lost our trust. */
const goesOn = (before: IssueInput['comments'], now: IssueInput['comments']): boolean =>
  before.every(({ author, body }, at) => now[at]?.author === author && now[at].body === body);

async function trustedComments(
  context: WorkContext,
  repo: string,
  number: number,
): Promise<IssueInput['comments']> {
  const kept: IssueInput['comments'] = [];
  // Two hundred comments of three people are three questions to the forge.
  const asked = new Map<string, Promise<boolean>>();
  for (const comment of await context.forge.comments(repo, number)) {
    if (isOwnText(comment, context.logins)) continue;
    const { author, body } = comment;
    // What was said to us as a command is no part of the conversation.
    if (isOnlyWords(body)) continue;
    const trusted = asked.get(author) ?? context.trusts(author);
    asked.set(author, trusted);
    if (await trusted) kept.push({ author, body });
  }
  return kept;
}

/** What people said to questions of ours beside the options: part of the conversation from then on. */
async function answersTo({ store }: WorkContext, work: WorkId): Promise<IssueInput['answers']> {
  return (await store.questions.ofWork(work)).flatMap((question) =>
    question.answer === null || isChoice(question)
      ? []
      : [
          {
            question: question.id,
            asked: question.text,
            by: question.answeredBy ?? '',
            text: question.answer,
          },
        ],
  );
}
