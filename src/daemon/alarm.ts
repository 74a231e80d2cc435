import type { Clock } from '../host/clock.ts';

/** The pause between two ticks, which news cuts short. */
export interface Alarm {
  /** Ends the pause that is, or skips the next one. */
  ring(): void;
  pause(ms: number, stop: AbortSignal): Promise<void>;
}

export function openAlarm(clock: Clock): Alarm {
  let wakeUp: (() => void) | undefined;
  let rung = false;
  return {
    ring: () => {
      rung = true;
      wakeUp?.();
    },
    pause: async (ms, stop) => {
      if (!rung && !stop.aborted) {
        const early = new AbortController();
        const cancel = () => early.abort(new Error('woken'));
        wakeUp = cancel;
        stop.addEventListener('abort', cancel, { once: true });
        await clock.sleep(ms, early.signal).catch(() => {});
        stop.removeEventListener('abort', cancel);
        wakeUp = undefined;
      }
      rung = false;
    },
  };
}
