import { parseWorkId } from '../../work/ids.ts';
import type { JournalFact, SessionFact } from './facts.ts';
import { placeOf, type Invariant } from './invariant.ts';

export const nothingPaidTwice: Invariant = {
  name: 'nothing-paid-twice',
  about: 'a finished step that was paid for is never run again',
  broken: ({ sessions = [], journals = [] }) => [...toldTwice(sessions), ...journals.flatMap(runTwice)],
};

/** Two sessions that ended well, of which the second was told nothing that the first had not been told. */
function toldTwice(sessions: readonly SessionFact[]) {
  const paid = new Set<string>();
  return sessions.flatMap(({ daemon, work, role, told, ok }) => {
    if (!ok || told === '') return [];
    const key = `${daemon} ${work} ${role} ${told}`;
    if (!paid.has(key)) {
      paid.add(key);
      return [];
    }
    return [{ what: `a session to ${role} was paid for twice`, about: placeOf(parseWorkId(work)) }];
  });
}

/** By the journal: a step that was begun again after it had been finished in the same run. */
function runTwice({ events }: JournalFact) {
  const finished = new Set<string>();
  return events.flatMap((event) => {
    if (event.type !== 'step.started' && event.type !== 'step.finished') return [];
    const key = `${event.run} ${event.step} ${event.round}`;
    if (event.type === 'step.finished') finished.add(key);
    if (event.type === 'step.finished' || !finished.has(key)) return [];
    const what = `the step ${event.step} (round ${event.round}) was begun again after it was finished`;
    return [{ what, about: placeOf(parseWorkId(event.work)) }];
  });
}
