import type { World } from './world.ts';

/** While nothing happens a pause grows to a quarter of the time that nothing has happened for, but not beyond this. */
const LONGEST_SECS = 1_800;

/**
 * How long daemons pause, in seconds. In a world that stands still each look finds what the last one found; nine in ten
 * of all looks were such (measured). They are left out: pauses grow, and whatever happens ends them as soon as a daemon
 * that had looked all the time would have seen it. Where requests are counted every look is made.
 */
export function paceOf({ settings, time, trace, plan }: World): number {
  const { tick_interval_secs: secs } = settings.daemon;
  if (plan.countRequests === true) return secs;
  const still = (time.now() - trace.lastAt) / 1_000;
  return Math.max(secs, Math.min(LONGEST_SECS, Math.floor(still / 4)));
}

/** Lets daemons that pause for long look again when something has happened. */
export function openPace(world: World, endPauses: () => void): void {
  const { time, trace } = world;
  trace.before(() => {
    const { tick_interval_secs: secs } = world.settings.daemon;
    if (paceOf(world) > secs) time.after(secs * 1_000, endPauses);
  });
}
