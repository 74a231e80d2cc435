import type { Question } from '../../../store/tables/questions.ts';
import type { RunRecord } from '../../../store/tables/runs.ts';
import type { Store } from '../../../store/store.ts';
import type { WorkEvent } from '../../../work/events.ts';
import type { WorkId } from '../../../work/ids.ts';
import type { PersonAnswer } from '../flow.ts';

type Emit = (event: WorkEvent) => Promise<void>;

/** An answer out of a question's own options is for the run that asked; any other text is new input, for a new run. */
export function isChoice({ answer, options }: Question): boolean {
  return answer !== null && options.includes(answer);
}

/**
 * The answer as a finished step of the run. Recorded before the question counts as applied: a crash between the two
 * records the same once more, and a finished step stays as it is.
 */
export async function recordAnswer(store: Store, question: Question): Promise<void> {
  const { run, step, round, id, answer, answeredBy } = question;
  const result: PersonAnswer = { question: id, answer: answer ?? '', by: answeredBy ?? '' };
  await store.steps.start(run, step, round);
  await store.steps.finish(run, step, round, { result, commit: null, costUsd: 0 });
  await store.questions.apply(id);
}

/** A question that can no longer be answered, and the run that waited for it. */
export async function withdraw(store: Store, question: Question, reason: string, emit: Emit): Promise<void> {
  const { id, work, run, text } = question;
  if (!(await store.questions.withdraw(id, reason))) return;
  if ((await store.runs.get(run))?.status === 'question') await store.runs.finish(run, 'skip', reason);
  await emit({ type: 'question.withdrawn', work, id, question: text, reason });
}

/**
 * An item that asked something is taken up again. With an answer its run goes on; without one somebody took the label
 * away to have it tried anew. Gives the run that an answer belongs to, so that nothing else starts another one.
 */
export async function takeUpAnswered(store: Store, work: WorkId, emit: Emit): Promise<RunRecord | undefined> {
  const latest = await store.runs.latest(work);
  if (latest === undefined || (latest.status !== 'question' && latest.status !== 'running')) return undefined;
  const questions = await store.questions.ofRun(latest.id);
  if (latest.status === 'running') return questions.some(isChoice) ? latest : undefined;
  const asked = questions.at(-1);
  if (asked !== undefined && isChoice(asked)) {
    await recordAnswer(store, asked);
    await store.runs.goOn(latest.id);
    return { ...latest, status: 'running' };
  }
  if (asked?.answer === null) await withdraw(store, asked, 'it was tried anew without an answer', emit);
  else if (asked !== undefined) await store.questions.apply(asked.id);
  await store.runs.finish(latest.id, 'skip', 'it begins again with what was said since');
  return undefined;
}
