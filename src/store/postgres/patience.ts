import type { Clock } from '../../host/clock.ts';
import { isAutodevError } from '../../work/errors.ts';

const FIRST_MS = 50;
const LONGEST_MS = 2_000;

/**
 * Waits for a database that is away, so that what is under way goes on when it is back. Without a limit for daemons and
 * workers; a command says at once what is wrong.
 */
export interface Patience {
  readonly clock: Clock;
  readonly ended: AbortSignal;
  /** Whether the database is away at this moment, as the last call found it. */
  readonly away: { since: number | undefined };
}

/** Tries again while the database cannot be reached, until it can or the patience has ended. */
export async function patiently<T>(patience: Patience | undefined, work: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_MS; ; wait = Math.min(2 * wait, LONGEST_MS)) {
    try {
      const done = await work();
      if (patience !== undefined) patience.away.since = undefined;
      return done;
    } catch (error) {
      if (patience === undefined || !isAutodevError(error, 'store_unavailable')) throw error;
      patience.away.since ??= patience.clock.now();
      await patience.clock.sleep(wait, patience.ended).catch(() => {
        throw error;
      });
    }
  }
}
