import type { Clock } from '../../host/clock.ts';
import type { WorkId } from '../../work/ids.ts';

/** Items that met an outage rest for a while instead of hammering the forge. */
export interface Setbacks {
  /** It met one more in a row: it rests twice as long as after the one before. */
  met(id: WorkId): void;
  /** It got on: the next rest is the shortest again. */
  overcome(id: WorkId): void;
  /** It is tried again now. */
  ended(id: WorkId): void;
  restsUntil(id: WorkId): number | null;
  resting(now: number): WorkId[];
}

const LONGEST_REST_MS = 3_600_000;

export function openSetbacks(clock: Clock, shortestMs: () => number): Setbacks {
  const until = new Map<WorkId, number>();
  const inARow = new Map<WorkId, number>();
  return {
    met: (id) => {
      const times = inARow.get(id) ?? 0;
      inARow.set(id, times + 1);
      until.set(id, clock.now() + Math.min(shortestMs() * 2 ** times, LONGEST_REST_MS));
    },
    overcome: (id) => void inARow.delete(id),
    ended: (id) => void until.delete(id),
    restsUntil: (id) => until.get(id) ?? null,
    resting: (now) => [...until].filter(([, end]) => end > now).map(([id]) => id),
  };
}
