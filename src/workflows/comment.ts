import type { Comment } from '../work/issue.ts';
import type { StepContext } from './engine/context.ts';
import { isOurs, marked, marker } from './marker.ts';

/** One comment of this name per work item: posted once, edited in place when a later run has more to say. */
export async function postComment(
  context: StepContext,
  name: string,
  text: string,
  /** Tells what one run has to say later from what it said before. */
  moment = context.round === 0 ? '' : String(context.round),
): Promise<Comment> {
  const { forge, ledger, input, work, logins } = context;
  const mark = marker(name, work);
  const body = marked(text, mark);
  const earlier = async () =>
    (await forge.comments(input.repo, input.number)).find((comment) => isOurs(comment, mark, logins));
  return ledger.perform({
    kind: 'comment',
    target: `${name} ${moment}`.trim(),
    intent: { name },
    find: async () => {
      const found = await earlier();
      return found?.body.trim() === body.trim() ? found : undefined;
    },
    write: async () => {
      const found = await earlier();
      return found === undefined
        ? forge.comment(input.repo, input.number, body)
        : forge.editComment(input.repo, found.id, body);
    },
  });
}
