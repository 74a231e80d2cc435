import type { Clock } from '../../host/clock.ts';

/** Waits for what is going on, for this long at most, and no longer than nobody is in a hurry. Never throws. */
export async function within(
  clock: Clock,
  ms: number,
  going: Promise<unknown>,
  hurry?: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const signal = hurry === undefined ? over.signal : AbortSignal.any([over.signal, hurry]);
  const deadline = clock.sleep(ms, signal).catch(() => {});
  await Promise.race([going.catch(() => {}), deadline]);
  over.abort();
}
