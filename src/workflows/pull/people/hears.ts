import type { Hears } from '../../engine/input/said.ts';
import type { PullInput } from '../input.ts';
import { cut } from './open-remarks.ts';

/** Remarks in threads, demands for changes and questions in the conversation. */
export const hears: Hears<PullInput> = {
  frozen: ({ again }) => [...(again?.remarks ?? []), ...(again?.questions ?? [])],
  now: async (forge, { repo, number }) => {
    const reviews = await forge.reviews(repo, number);
    return [
      ...(await forge.reviewComments(repo, number)),
      ...reviews.filter(({ state }) => state !== 'DISMISSED'),
      ...(await forge.comments(repo, number)),
    ].map(({ author, body }) => ({ author, body: cut(body) }));
  },
};
