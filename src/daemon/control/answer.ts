import type { Question } from '../../store/tables/questions.ts';
import type { Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import { LABEL } from '../../work/labels.ts';
import { setLabels } from '../claims/marks.ts';
import { outdated } from '../waiting/questions.ts';
import { withdrawQuestion } from '../waiting/withdraw-question.ts';
import type { Orders } from './orders.ts';

export interface GivenAnswer {
  work: WorkId;
  /** Needed when the item asks several things; its beginning is enough. */
  question?: string | undefined;
  /** Undefined: yes, in the question's own word for it. */
  text: string | undefined;
  by: string;
}

const YES = ['approve', 'yes', 'ok', 'continue'];

/** The question an answer belongs to and the option it means. Refused with what would be possible. */
export async function matchAnswer(
  store: Store,
  answer: GivenAnswer,
): Promise<{ question: Question; text: string }> {
  const { work, text } = answer;
  const asked = await store.questions.open(work);
  const open = asked.filter(({ id }) => id.startsWith(answer.question ?? ''));
  const [question] = open;
  if (question === undefined)
    throw asksNothing(work, answer.question, asked, await store.questions.ofWork(work));
  if (open.length > 1) {
    throw new AutodevError('usage', `${work} asks ${open.length} things`, {
      hint: `say which with --question: ${open.map(({ id, text: what }) => `${id} (${what})`).join(', ')}`,
      data: { questions: open.map(({ id }) => id) },
    });
  }
  const { options } = question;
  const chosen = text === undefined ? YES.find((word) => options.includes(word)) : matching(text, question);
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

function matching(text: string, { options, free }: Question): string | undefined {
  if (text.trim() === '') return undefined;
  if (options.length === 0) return text;
  const same = options.find((option) => option.toLowerCase() === text.toLowerCase());
  if (same !== undefined || free) return same ?? text;
  const begins = options.filter((option) => option.toLowerCase().startsWith(text.toLowerCase()));
  return begins.length === 1 ? begins[0] : undefined;
}

function asksNothing(
  work: WorkId,
  wanted: string | undefined,
  open: readonly Question[],
  ever: readonly Question[],
): AutodevError {
  if (wanted !== undefined && open.length > 0)
    return new AutodevError('not_found', `${work} has no open question ${wanted}`, {
      hint: `it asks ${open.map(({ id, text }) => `${id} (${text})`).join(', ')}`,
    });
  const last = ever.findLast(({ id }) => id.startsWith(wanted ?? ''));
  return new AutodevError('not_found', `${work} asks nothing`, {
    why: last === undefined ? undefined : whyClosed(last),
    hint: `to have it tried anew: autodev retry ${work}`,
  });
}

function whyClosed({ id, text, answer, answeredBy, voidReason, expiresAt }: Question): string {
  const end =
    answer !== null
      ? `was answered with "${answer}" by ${answeredBy}`
      : (voidReason ?? `nobody answered until ${expiresAt}`);
  return `${id} (${text}): ${end}`;
}

/** Answers once; the run that waits for it goes on when the item is taken up, which taking `skip` away leads to. */
export async function answerQuestion(answer: GivenAnswer, orders: Orders): Promise<string> {
  const { store, forge, flows, clock, bus, daemon } = orders;
  const { repo } = parseWorkId(answer.work);
  const repeated = await answeredSame(store, answer);
  const { question, text } = repeated ?? (await matchAnswer(store, answer));
  if (repeated === undefined) {
    const reason = await outdated(flows, { store, forge, clock }, question);
    if (reason !== undefined) {
      await withdrawQuestion({ store, bus, sayLeft: daemon.sayLeft }, question, reason);
      throw new AutodevError('not_found', `${answer.work} asks nothing any more: ${reason}`, {
        why: `it asked: ${question.text}`,
        hint: `to have it tried anew: autodev retry ${answer.work}`,
      });
    }
    if (!(await store.questions.answer(question.id, text, answer.by)))
      throw new AutodevError('not_found', `${question.id} was answered or ran out meanwhile`);
    await bus.emit({
      type: 'question.answered',
      work: answer.work,
      question: question.text,
      answer: text,
      by: answer.by,
    });
  }
  const failed = await store.attempts.get(answer.work);
  if (failed !== undefined) await store.attempts.put({ ...failed, notBefore: 0 });
  await daemon.hold(answer.work);
  await setLabels(orders, answer.work, { remove: [LABEL.skip] });
  daemon.wake(repo);
  return `answered with "${text}"; ${answer.work} ${text === 'stop' ? 'is left as it is' : 'goes on'}`;
}

/** A command that was taken when we died is given once more: the same answer to the same question, not used yet. */
async function answeredSame(
  store: Store,
  { question: id, text, by }: GivenAnswer,
): Promise<{ question: Question; text: string } | undefined> {
  const known = id === undefined ? undefined : await store.questions.get(id);
  if (known === undefined || known.answer === null || known.appliedAt !== null) return undefined;
  const same =
    known.answeredBy === by && known.answer === (text ?? YES.find((w) => known.options.includes(w)));
  return same ? { question: known, text: known.answer } : undefined;
}
