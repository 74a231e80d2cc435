import { userName } from '../../config/environment.ts';
import { refuseSecondAnswer } from '../../daemon/control/left-answers.ts';
import type { Input } from '../command.ts';
import { readStore } from './stores.ts';
import { tellDaemon } from './tell.ts';
import { findWorkOf } from './work-id.ts';

export async function run(input: Input): Promise<void> {
  const by = userName();
  const { work, question } = await readStore(input.home, async (store) => {
    const work = await findWorkOf(store, input.args, { exactly: true });
    const { matchAnswer } = await import('../../daemon/control/answer.ts');
    const matched = await matchAnswer(store, { work, question: input.text('question'), text: undefined, by });
    await refuseSecondAnswer(store, work, 'approve');
    return { work, question: matched.question };
  });
  await tellDaemon(input, { name: 'approve', work, question: question.id, by });
}
