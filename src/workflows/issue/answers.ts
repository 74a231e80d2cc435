import type { StepContext } from '../engine/steps/context.ts';
import type { StepResult } from '../engine/flow.ts';
import { isOurs, marked, marker } from '../marker.ts';
import { joined, ours } from '../model-text/publishable.ts';
import { shown } from '../model-text/shown.ts';
import { nameInProse } from '../prompt.ts';
import { words } from '../words.ts';
import type { IssueInput } from './input.ts';
import type { IssueResults } from './results.ts';

/**
 * What was answered on the command line, said on the issue too, so that everybody can follow the conversation. Once
 * per question, whichever run says it; our own comments are no input, so it does not come back as one.
 */
export async function sayAnswers(
  context: StepContext<IssueInput>,
): Promise<StepResult<IssueResults['answers']>> {
  const { input, forge, ledger, logins, work } = context;
  for (const { question, asked, by, text } of input.answers) {
    const mark = marker('answer', `${work}/${question}`);
    const quoted = ours(shown(asked).replaceAll(/^/gm, '> '));
    const who = ours(words(input.language).answered(nameInProse(by)));
    const body = marked(joined([quoted, who, shown(text)]), mark);
    await ledger.perform({
      kind: 'comment',
      target: `answer ${question}`,
      intent: { question },
      find: async () =>
        (await forge.comments(input.repo, input.number)).find((comment) => isOurs(comment, mark, logins)),
      write: () => forge.comment(input.repo, input.number, body),
    });
  }
  return { result: { answers: input.answers.length }, summary: 'the answer is said on the issue' };
}
