import { isoTime } from '../host/clock.ts';
import type { Forge } from '../forge/forge.ts';
import type { Question, Store } from '../store/store.ts';
import { isAutodevError } from '../work/errors.ts';
import { parseWorkId } from '../work/ids.ts';
import { LABEL } from '../work/labels.ts';
import { withdraw } from '../workflows/engine/answers.ts';
import { changedSince } from '../workflows/engine/changed.ts';
import { history } from '../workflows/engine/history.ts';
import type { FrozenInput } from '../workflows/engine/input.ts';
import { changeLabels } from '../workflows/engine/settle.ts';
import type { DaemonParts, WatchedRepo } from './parts.ts';

/** With every scan: questions that ran out, or whose item is no longer what it was. Unchanged items cost no quota. */
export async function reviewQuestions(parts: DaemonParts, repo: WatchedRepo): Promise<void> {
  const { store, forge, bus, host } = parts;
  for (const question of await store.questions.awaited(repo.name)) {
    if (question.answer !== null) continue;
    const late = question.expiresAt !== null && question.expiresAt <= isoTime(host.clock.now());
    const reason = late ? 'nobody answered in time' : await outdated(store, forge, question);
    if (reason !== undefined) await withdraw(store, question, reason, bus.emit);
  }
}

/** At start: answers that were taken when the daemon died, before it could take `skip` away. */
export async function resumeAnswered({ store, forge, bus }: DaemonParts, repo: WatchedRepo): Promise<void> {
  for (const { work, answer } of await store.questions.awaited(repo.name)) {
    const { number } = parseWorkId(work);
    if (answer !== null)
      await changeLabels(forge, { work, repo: repo.name, number }, { remove: [LABEL.skip] }, bus.emit);
  }
}

/** Why an answer would no longer be about what was asked; undefined when it would. */
export async function outdated(store: Store, forge: Forge, question: Question): Promise<string | undefined> {
  const { type, repo, number } = parseWorkId(question.work);
  const run = await store.runs.get(question.run);
  if (run === undefined) return undefined;
  try {
    const now = type === 'issue' ? await forge.issue(repo, number) : await forge.pull(repo, number);
    const done = history(await store.steps.finished(run.id));
    return changedSince(now, run.input as FrozenInput, done)?.reason;
  } catch (error) {
    if (isAutodevError(error, 'forge_not_found')) return 'it is gone from the forge';
    throw error;
  }
}
