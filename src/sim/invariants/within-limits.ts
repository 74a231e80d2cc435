import { parseWorkId } from '../../work/ids.ts';
import type { Facts, SessionFact } from './facts.ts';
import { placeOf, type Invariant } from './invariant.ts';

export const withinLimits: Invariant = {
  name: 'within-limits',
  about:
    'no limit is exceeded: of sessions at once, of reviews, of the forge; a paused daemon begins nothing',
  broken: ({ sessions = [], begunInPause = [], tooSoon = [] }) => [
    ...[...byDaemon(sessions).values()].flatMap(tooMany),
    ...tooManyReviews(sessions),
    ...tooSoon.map(({ daemon, called }) => ({
      what: `${daemon} sent ${called} before the forge answers again`,
    })),
    ...begunInPause.map(({ daemon, work }) => ({
      what: `${daemon} began ${work} although it was paused`,
      about: placeOf(parseWorkId(work)),
    })),
  ],
};

function byDaemon(sessions: NonNullable<Facts['sessions']>): Map<string, SessionFact[]> {
  const groups = new Map<string, SessionFact[]>();
  for (const session of sessions) {
    const group = groups.get(session.daemon);
    if (group === undefined) groups.set(session.daemon, [session]);
    else group.push(session);
  }
  return groups;
}

/** In the order in which they began: of each, who was there already. */
function tooMany(sessions: readonly SessionFact[]) {
  let running: SessionFact[] = [];
  return sessions.flatMap((session) => {
    running = [...running.filter(({ ended }) => (ended ?? Infinity) > session.began), session];
    const works = new Set(running.map(({ work }) => work));
    const inRepo = new Set(running.filter(({ repo }) => repo === session.repo).map(({ work }) => work));
    const { atOnce, atOncePerRepo } = session.limits;
    if (works.size > atOnce) return [{ what: `${works.size} items had sessions at once, not ${atOnce}` }];
    if (inRepo.size > atOncePerRepo)
      return [{ what: `${inRepo.size} items of ${session.repo} had sessions at once, not ${atOncePerRepo}` }];
    return [];
  });
}

/** Of those that gave an answer: one that was cut short is asked for again. */
function tooManyReviews(sessions: readonly SessionFact[]) {
  const given = new Map<string, number>();
  return sessions.flatMap(({ daemon, run, work, role, ok, limits }) => {
    if (role !== 'review' || !ok) return [];
    const count = (given.get(`${daemon} ${run}`) ?? 0) + 1;
    given.set(`${daemon} ${run}`, count);
    if (count <= limits.reviews) return [];
    return [{ what: `it was reviewed ${count} times in one run`, about: placeOf(parseWorkId(work)) }];
  });
}
