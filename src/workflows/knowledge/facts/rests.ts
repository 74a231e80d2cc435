import type { DayFacts } from '../report/daily-report.ts';
import type { DayMaterial } from './material.ts';

/** Agents that rested, and for how long within the day. */
export function restsOf({ events, from, to }: DayMaterial): DayFacts['rests'] {
  const rests = new Map<string, { times: number; ms: number; since: number | null; until: number }>();
  for (const event of events) {
    if (event.type !== 'agent.rests' && event.type !== 'agent.works') continue;
    const at = Date.parse(event.at);
    const rest = rests.get(event.agent) ?? { times: 0, ms: 0, since: null, until: 0 };
    if (event.type === 'agent.rests') {
      if (rest.since === null && at < to) rest.times += at >= from ? 1 : 0;
      rest.since ??= event.since;
      rest.until = event.until;
    } else if (rest.since !== null) {
      rest.ms += overlap(rest.since, at, from, to);
      rest.since = null;
    }
    rests.set(event.agent, rest);
  }
  return [...rests]
    .map(([agent, { times, ms, since, until }]) => ({
      agent,
      times,
      ms: ms + (since === null ? 0 : overlap(since, until, from, to)),
    }))
    .filter(({ ms, times }) => ms > 0 || times > 0)
    .sort((a, b) => b.ms - a.ms);
}

const overlap = (begin: number, end: number, from: number, to: number): number =>
  Math.max(0, Math.min(end, to) - Math.max(begin, from));
