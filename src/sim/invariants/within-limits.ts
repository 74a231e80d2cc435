import type { Invariant } from './invariant.ts';

export const withinLimits: Invariant = {
  name: 'within-limits',
  about: 'no more sessions run at once than max_concurrent and max_concurrent_per_repo allow',
  broken: ({ sessions = [] }) =>
    sessions.flatMap((session) => {
      const beside = sessions.filter(
        ({ daemon, began, ended }) =>
          daemon === session.daemon && began <= session.began && (ended ?? Infinity) > session.began,
      );
      const works = new Set([session.work, ...beside.map(({ work }) => work)]);
      const inRepo = new Set(
        [session, ...beside].filter(({ repo }) => repo === session.repo).map(({ work }) => work),
      );
      const { atOnce, atOncePerRepo } = session.limits;
      if (works.size > atOnce) return [{ what: `${works.size} items had sessions at once, not ${atOnce}` }];
      if (inRepo.size > atOncePerRepo)
        return [
          { what: `${inRepo.size} items of ${session.repo} had sessions at once, not ${atOncePerRepo}` },
        ];
      return [];
    }),
};
