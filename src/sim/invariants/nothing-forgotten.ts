import { LABEL } from '../../work/labels.ts';
import type { Facts } from './facts.ts';
import { placeOf, type Invariant } from './invariant.ts';

export const nothingForgotten: Invariant = {
  name: 'nothing-forgotten',
  about: 'every item is finished, with a person, or waits with a reason and is looked at again',
  broken: (facts) => {
    const { rest, entries } = facts;
    return (rest?.wanted ?? []).flatMap(({ repo, number, work }) => {
      const entry = entries.find((each) => each.repo === repo && each.number === number);
      if (entry === undefined || entry.labels.includes(LABEL.skip)) return [];
      const finished = !work.startsWith('merge:') && entry.labels.includes(LABEL.done);
      if (finished || isKnown(facts, work)) return [];
      return [{ what: `nothing will ever happen to ${work}`, about: placeOf(entry) }];
    });
  },
};

/** Somebody works on it, or has written down what it waits for. */
function isKnown({ rest, journals = [] }: Facts, work: string): boolean {
  if (rest?.daemons.some(({ queued }) => queued.some((each) => each === work))) return true;
  return journals.some(
    ({ attempts, waits, questions }) =>
      attempts.some((each) => each.work === work && each.notBefore > 0 && each.lastError !== '') ||
      waits.some((each) => each.work === work && each.reason !== '') ||
      questions.some((each) => each.work === work),
  );
}
