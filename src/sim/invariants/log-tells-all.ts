import { parseWorkId, type WorkId } from '../../work/ids.ts';
import { STANDINGS, type RunStatus } from '../../work/standings.ts';
import type { JournalFact } from './facts.ts';
import { placeOf, type Invariant } from './invariant.ts';

/** Rebuilds from the log alone what the tables say, and compares. */
export const logTellsAll: Invariant = {
  name: 'log-tells-all',
  about: 'the event log tells the whole story: the state that is rebuilt from it is the state',
  broken: ({ journals = [], rest }) =>
    journals.flatMap((journal) => [
      ...stepsDiffer(journal),
      ...effectsDiffer(journal),
      ...(rest === undefined ? [] : endsDiffer(journal)),
      ...(rest === undefined ? [] : costsDiffer(journal)),
    ]),
};

function stepsDiffer({ daemon, events, steps }: JournalFact) {
  const told = new Set(
    events.flatMap((event) =>
      event.type === 'step.finished' ? [`${event.run} ${event.step} ${event.round}`] : [],
    ),
  );
  const kept = new Set(steps.map(({ run, name, round }) => `${run} ${name} ${round}`));
  return [...told]
    .filter((key) => !kept.has(key))
    .map((key) => ({ what: `${daemon}'s log tells of the step ${key}, its journal does not` }));
}

function effectsDiffer({ daemon, events, effects }: JournalFact) {
  const done = new Set(
    effects.filter(({ status }) => status === 'done').map(({ run, key }) => `${run} ${key}`),
  );
  return events.flatMap((event) => {
    if (event.type !== 'effect.done' || done.has(`${event.run} ${event.effect} ${event.target}`)) return [];
    return [
      { what: `${daemon}'s log tells of the effect ${event.effect} ${event.target}, its ledger does not` },
    ];
  });
}

/** How an item left is what became of its newest run. What was left to a person may be put aside by them after. */
function endsDiffer({ daemon, events, runs }: JournalFact) {
  const ends = new Map<WorkId, Set<RunStatus>>();
  /** Those whose newest run is of this time in the queue. */
  const begun = new Set<WorkId>();
  for (const event of events) {
    if (event.type === 'run.started') begun.add(event.work);
    else if (event.type === 'item.left' && begun.has(event.work)) {
      const end = event.question === undefined ? STANDINGS[event.outcome].run : 'question';
      ends.set(event.work, (ends.get(event.work) ?? new Set()).add(end));
    } else if (event.type === 'question.withdrawn') ends.get(event.work)?.add('skip').add('dropped');
    else if (event.type === 'item.queued' || event.type === 'question.answered') {
      ends.delete(event.work);
      begun.delete(event.work);
    }
  }
  const newest = new Map(runs.map((run) => [run.work, run]));
  return [...ends].flatMap(([work, told]) => {
    const status = newest.get(work)?.status;
    if (status === undefined || told.has(status)) return [];
    const what = `${daemon}'s log says that ${work} left as ${[...told].join(', ')}, its run is ${status}`;
    return [{ what, about: placeOf(parseWorkId(work)) }];
  });
}

function costsDiffer({ daemon, events, spent }: JournalFact) {
  const told = new Map<WorkId, number>();
  for (const event of events)
    if (event.type === 'session.finished') told.set(event.work, (told.get(event.work) ?? 0) + event.costUsd);
  return [...told].flatMap(([work, usd]) => {
    const booked = spent.find((each) => each.work === work)?.usd ?? 0;
    if (booked >= usd - 1e-6) return [];
    const what = `${daemon}'s log tells of $${usd.toFixed(2)} for ${work}, $${booked.toFixed(2)} are booked`;
    return [{ what, about: placeOf(parseWorkId(work)) }];
  });
}
