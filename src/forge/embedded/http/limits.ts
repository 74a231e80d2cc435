import type { Clock } from '../../../host/clock.ts';

export interface Quota {
  limit: number;
  used: number;
  remaining: number;
  /** Seconds since the epoch. */
  reset: number;
  resource: string;
}

/** Counts requests per user and hour as GitHub does. An answer of 304 is free. */
export interface Limits {
  quota(login: string): Quota;
  count(login: string): void;
}

const HOUR = 3_600_000;

export function openLimits(clock: Clock, perHour: number): Limits {
  const windows = new Map<string, { used: number; ends: number }>();
  const windowOf = (login: string) => {
    const known = windows.get(login);
    if (known !== undefined && known.ends > clock.now()) return known;
    const fresh = { used: 0, ends: clock.now() + HOUR };
    windows.set(login, fresh);
    return fresh;
  };
  return {
    quota: (login) => {
      const { used, ends } = windowOf(login);
      return {
        limit: perHour,
        used,
        remaining: Math.max(0, perHour - used),
        reset: Math.ceil(ends / 1000),
        resource: 'core',
      };
    },
    count: (login) => void (windowOf(login).used += 1),
  };
}
