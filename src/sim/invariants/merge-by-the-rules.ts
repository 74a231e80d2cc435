import { placeOf, type Invariant } from './invariant.ts';

export const mergeByTheRules: Invariant = {
  name: 'merge-by-the-rules',
  about: 'only a commit that is approved and green by the rules in force is merged',
  broken: ({ merges = [] }) =>
    merges
      .filter(({ lacking }) => lacking.length > 0)
      .map((merge) => ({
        what: `${merge.by} merged ${merge.sha.slice(0, 7)} although ${merge.lacking.join(' and ')}`,
        about: placeOf(merge),
      })),
};
