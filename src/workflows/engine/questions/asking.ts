import { isoTime } from '../../../host/clock.ts';
import type { Host } from '../../../host/host.ts';
import { redact } from '../../../host/log/redact.ts';
import type { Question } from '../../../store/tables/questions.ts';
import type { RunRecord } from '../../../store/tables/runs.ts';
import type { Store } from '../../../store/store.ts';
import type { WorkEvent } from '../../../work/events.ts';
import { sanitize } from '../../outside-text/sanitize.ts';
import type { Move } from '../flow.ts';

/** A later answer could be about something that is no longer so: by then the item has to be tried anew. */
const EXPIRES_MS = 7 * 24 * 3_600_000;

const LONGEST = 4_000;

export interface AskingParts {
  host: Host;
  store: Store;
  emit(event: WorkEvent): Promise<void>;
}

/** Writes the question down and tells of it. Asked again after a crash, it is the same question. */
export async function askPerson(
  { host, store, emit }: AskingParts,
  run: RunRecord,
  { name, round, options, free, ...asked }: Omit<Move & { kind: 'ask' }, 'kind'>,
): Promise<Question> {
  // It goes to terminals, notices and the forge, and may hold a model's words or the name of a file.
  const text = redact(sanitize(asked.text).text).slice(0, LONGEST);
  const question = await store.questions.ask({
    work: run.work,
    run: run.id,
    step: name,
    round,
    text,
    options,
    free,
    expiresAt: isoTime(host.clock.now() + EXPIRES_MS),
  });
  if (question.answer === null)
    await emit({ type: 'question.asked', work: run.work, id: question.id, question: text, options });
  return question;
}
