import { counted } from '../../work/counted.ts';
import { systemClock } from '../../host/clock.ts';
import type { Input } from '../command.ts';
import { placesOf } from './places.ts';
import { refresh } from './refresh.ts';

/** Looks again and again: a walk over unchanged files costs a stat each, and misses nothing on any system. */
export async function run(input: Input): Promise<void> {
  const places = placesOf(input);
  const everyMs = (input.int('every') ?? 2) * 1_000;
  for (let first = true; ; first = false) {
    const summary = await refresh(input, places);
    const { read, appended, removed, sessions } = summary;
    if (first || read + appended + removed > 0)
      input.io.out(
        input.json
          ? `${JSON.stringify(summary)}\n`
          : `${counted(sessions, 'session')}: ${counted(read, 'transcript')} read, ${appended} appended, ${removed} removed\n`,
      );
    await systemClock.sleep(everyMs, input.signal);
  }
}
