import { answerWith } from '../../api/answer-with.ts';
import { userName } from '../../config/environment.ts';
import { matchAnswer } from '../../daemon/control/answer.ts';
import type { Question } from '../../store/tables/questions.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';
import { readStore } from './stores.ts';
import { tellDaemon } from './tell.ts';
import { findWork } from './work-id.ts';

export async function run(input: Input): Promise<void> {
  const [id = '', given] = input.args;
  const by = userName();
  const command = await readStore(input.home, async (store) => {
    const work = await findWork(store, id, { exactly: true });
    const wanted = input.text('question');
    const open = (await store.questions.open(work)).filter(({ id: question }) =>
      question.startsWith(wanted ?? ''),
    );
    const [only] = open;
    const text = given ?? (open.length === 1 && only !== undefined ? await asked(input, only) : '');
    const matched = await matchAnswer(store, { work, question: wanted, text, by });
    return { name: 'answer', work, question: matched.question.id, text: matched.text, by } as const;
  });
  await tellDaemon(input, command);
}

/** Shows the question and waits for the answer; where nobody can type, the question is told as what is missing. */
async function asked({ io }: Input, { work, text, options: words, free }: Question): Promise<string> {
  const options = words.length === 0 ? '' : ` (${[...words, ...(free ? ['…'] : [])].join(' | ')})`;
  const answer = io.inIsTerminal ? await io.ask(`${text}${options}\n> `) : undefined;
  if (answer !== undefined && answer.trim() !== '') return answer.trim();
  throw new AutodevError('usage', `missing argument: [text]`, {
    why: `it asks: ${text}${options}`,
    hint: answerWith({ work, options: words }),
  });
}
