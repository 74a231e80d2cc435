/** A time as a clock on the wall shows it; months from 1. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

/** The moment at which the clocks of a zone show this; undefined for a zone that nobody knows. */
export function zonedTime(wall: WallTime, zone: string): number | undefined {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute);
  // The zone's distance from UTC is asked for near the moment, then at it: they differ when clocks change between.
  let moment = asUtc;
  for (let look = 0; look < 2; look += 1) {
    const offset = offsetMs(moment, zone);
    if (offset === undefined) return undefined;
    moment = asUtc - offset;
  }
  return moment;
}

/** The zone this process tells times in. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function offsetMs(moment: number, zone: string): number | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }).formatToParts(moment);
    const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
    const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
    return shown - Math.floor(moment / 60_000) * 60_000;
  } catch {
    return undefined;
  }
}
