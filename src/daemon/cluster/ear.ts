import type { Clock } from '../../host/clock.ts';
import type { Postgres } from '../../host/db/postgres.ts';
import { openAlarm } from '../alarm.ts';
import { CHANNEL } from './tasks.ts';

/** Waits for news of other members. It only saves time: whoever waits looks again after a while in any case. */
export interface Ear extends AsyncDisposable {
  wait(atMostMs: number, stop: AbortSignal): Promise<void>;
  ring(): void;
}

const LISTEN_AGAIN_MS = 30_000;

export function openEar(pool: Postgres, clock: Clock): Ear {
  const alarm = openAlarm(clock);
  const ended = new AbortController();
  let listening: AsyncDisposable | undefined;
  const listenOn = async () => {
    while (!ended.signal.aborted) {
      const before = listening;
      try {
        listening = await pool.listen(CHANNEL, () => alarm.ring());
        alarm.ring();
      } catch {
        listening = undefined;
      }
      await before?.[Symbol.asyncDispose]();
      // A connection that broke unnoticed hears nothing: it is made anew now and then.
      await clock.sleep(listening === undefined ? 1_000 : LISTEN_AGAIN_MS, ended.signal).catch(() => {});
    }
    await listening?.[Symbol.asyncDispose]();
  };
  const done = listenOn();
  return {
    wait: (ms, stop) => alarm.pause(ms, stop),
    ring: () => alarm.ring(),
    [Symbol.asyncDispose]: async () => {
      ended.abort();
      await done;
    },
  };
}
