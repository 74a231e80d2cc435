import type { Comment } from '../../work/issue.ts';
import type { StepContext } from '../engine/steps/context.ts';
import { isOurs, isOwnText, marked, marker } from '../marker.ts';
import type { Publishable } from '../model-text/publishable.ts';

/**
 * One comment of this name per work item, edited in place while it is the last word: once somebody has said something
 * below it, what a later run has to say goes below that, so that the conversation reads in its order.
 */
export async function postComment(
  context: StepContext,
  name: string,
  text: Publishable,
  /** Another mark that it carries. */
  { also = '' }: { also?: string } = {},
): Promise<Comment> {
  const { forge, ledger, input, work, round, logins } = context;
  const mark = marker(name, work);
  const body = marked(text, also === '' ? mark : `${also}\n${mark}`);
  const all = () => forge.comments(input.repo, input.number);
  const earlier = (comments: readonly Comment[]) =>
    comments.findLast((comment) => isOurs(comment, mark, logins));
  return ledger.perform({
    kind: 'comment',
    target: `${name} ${round === 0 ? '' : round}`.trim(),
    intent: { name },
    find: async () => {
      const found = earlier(await all());
      return found?.body.trim() === body.trim() ? found : undefined;
    },
    write: async () => {
      const comments = await all();
      const found = earlier(comments);
      return found === undefined || answeredSince(comments, found, logins)
        ? forge.comment(input.repo, input.number, body)
        : forge.editComment(input.repo, found.id, body);
    },
  });
}

/** A question, or what a person has to decide on: never edited, so that what they answered stays readable. */
export async function askComment(context: StepContext, name: string, text: Publishable): Promise<Comment> {
  const { forge, ledger, input, run, round, logins } = context;
  const mark = marker(name, `${run.id}/${round}`);
  return ledger.perform({
    kind: 'comment',
    target: `${name} ${round === 0 ? '' : round}`.trim(),
    intent: { name },
    find: async () =>
      (await forge.comments(input.repo, input.number)).find((comment) => isOurs(comment, mark, logins)),
    write: () => forge.comment(input.repo, input.number, marked(text, mark)),
  });
}

/** Whether a person said something after it, here or by a command that we wrote down here. */
function answeredSince(comments: readonly Comment[], { id }: Comment, logins: readonly string[]): boolean {
  const after = comments.slice(comments.findIndex((comment) => comment.id === id) + 1);
  return after.some(
    (comment) => !isOwnText(comment, logins) || /<!-- autodev:(answer|question) /.test(comment.body),
  );
}
