import type { Question, Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import { LABEL } from '../../work/labels.ts';
import { changeLabels } from '../../workflows/engine/settle.ts';
import type { Orders } from './orders.ts';

export interface Answer {
  work: WorkId;
  /** Needed when the item asks several things. */
  question?: string | undefined;
  /** Undefined: yes, in the question's own word for it. */
  text: string | undefined;
  by: string;
}

const YES = ['approve', 'yes', 'ok', 'continue'];

/** The question an answer belongs to and the option it means. Refused with what would be possible. */
export async function matchAnswer(
  store: Store,
  answer: Answer,
): Promise<{ question: Question; text: string }> {
  const { work, text } = answer;
  const open = (await store.questions.open(work)).filter(({ id }) => id === (answer.question ?? id));
  const [question] = open;
  if (question === undefined) {
    throw new AutodevError('not_found', `${work} asks nothing`, {
      hint: 'to answer what was asked in a comment, answer there and run autodev retry with this item',
    });
  }
  if (open.length > 1) {
    throw new AutodevError('usage', `${work} asks ${open.length} things`, {
      hint: `say which with --question: ${open.map(({ id, text: asked }) => `${id} (${asked})`).join(', ')}`,
    });
  }
  const { options } = question;
  const chosen = text === undefined ? YES.find((word) => options.includes(word)) : matching(text, options);
  if (chosen === undefined) {
    const said =
      text === undefined ? 'it cannot be answered with a plain yes' : `"${text}" is no answer to it`;
    throw new AutodevError('invalid_input', `${question.text}: ${said}`, {
      hint: options.length === 0 ? `autodev answer ${work} "…"` : `it takes ${options.join(' | ')}`,
      data: { options },
    });
  }
  return { question, text: chosen };
}

function matching(text: string, options: readonly string[]): string | undefined {
  if (options.length === 0) return text;
  const same = options.find((option) => option.toLowerCase() === text.toLowerCase());
  if (same !== undefined) return same;
  const begins = options.filter((option) => option.toLowerCase().startsWith(text.toLowerCase()));
  return begins.length === 1 ? begins[0] : undefined;
}

/** Answers once; the run that waits for it is submitted again, which is what taking `skip` away does. */
export async function answerQuestion(answer: Answer, orders: Orders): Promise<string> {
  const { store, forge, bus, daemon } = orders;
  const { repo, number } = parseWorkId(answer.work);
  const { question, text } = await matchAnswer(store, answer);
  if (!(await store.questions.answer(question.id, text, answer.by))) {
    throw new AutodevError('failed', `${question.id} was answered or ran out meanwhile`);
  }
  await bus.emit({
    type: 'question.answered',
    work: answer.work,
    question: question.text,
    answer: text,
    by: answer.by,
  });
  const failed = await store.attempts.get(answer.work);
  if (failed !== undefined) await store.attempts.put({ ...failed, notBefore: 0 });
  await changeLabels(forge, { work: answer.work, repo, number }, { remove: [LABEL.skip] }, bus.emit);
  daemon.wake(repo);
  return `answered with "${text}"; ${answer.work} goes on`;
}
