import { isoTime } from '../../host/clock.ts';
import type { Question } from '../../store/tables/questions.ts';
import { LABEL } from '../../work/labels.ts';
import { changedSince } from '../../workflows/engine/input/changed.ts';
import { history } from '../../workflows/engine/steps/history.ts';
import type { FrozenInput } from '../../workflows/engine/input/input.ts';
import type { Flows } from '../../workflows/engine/flows.ts';
import type { ReadFrom } from '../../workflows/engine/items.ts';
import { readEntry } from '../intake/entry.ts';
import type { ClaimParts } from '../claims/claim.ts';
import { setLabels } from '../claims/marks.ts';
import type { Daemon } from '../daemon.ts';
import { sayLeft } from '../leaving/say-left.ts';
import type { DaemonParts, WatchedRepo } from '../parts.ts';
import { hold } from '../claims/hold.ts';
import { withdrawQuestion } from './withdraw-question.ts';

type QuestionParts = ClaimParts & Pick<DaemonParts, 'bus'>;

/** With every scan: questions that ran out, or whose item is no longer what it was. Unchanged items cost no quota. */
export async function reviewQuestions(parts: QuestionParts, repo: WatchedRepo): Promise<void> {
  const { store, forge, flows, host, bus } = parts;
  const say: Daemon['sayLeft'] = (...left) => sayLeft(parts, repo.language, ...left);
  for (const question of await store.questions.awaited(repo.name)) {
    if (question.answer !== null) continue;
    const late = question.expiresAt !== null && question.expiresAt <= isoTime(host.clock.now());
    const reason = late
      ? 'nobody answered in time'
      : await outdated(flows, { store, forge, clock: host.clock }, question);
    if (reason !== undefined) await withdrawQuestion({ store, bus, sayLeft: say }, question, reason);
  }
}

/** At start: answers that were taken when the daemon died, before it could take `skip` away. */
export async function resumeAnswered(parts: QuestionParts, repo: WatchedRepo): Promise<void> {
  for (const { work, answer } of await parts.store.questions.awaited(repo.name))
    if (answer !== null) {
      await hold(parts, repo.language, work);
      await setLabels(parts, work, { remove: [LABEL.skip] });
    }
}

/** Why an answer would no longer be about what was asked; undefined when it would. */
export async function outdated(
  flows: Flows,
  from: ReadFrom,
  question: Question,
): Promise<string | undefined> {
  const run = await from.store.runs.get(question.run);
  if (run === undefined) return undefined;
  const read = await readEntry(flows, from, question.work);
  if (read === undefined)
    return flows.onForge(question.work) === undefined ? 'it is gone' : 'it is gone from the forge';
  if (read.on === 'journal') return undefined;
  const done = history(await from.store.steps.finished(run.id));
  return changedSince(read.entry, run.input as FrozenInput, done)?.reason;
}
