import { parseWorkId } from '../../work/ids.ts';
import type { Facts, SessionFact } from './facts.ts';
import { placeOf, type Invariant } from './invariant.ts';

export const withinLimits: Invariant = {
  name: 'within-limits',
  about: 'no more sessions run at once than the limits allow, and a paused daemon begins nothing',
  broken: ({ sessions = [], begunInPause = [] }) => [
    ...[...byDaemon(sessions).values()].flatMap(tooMany),
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
