/** The only source of time. A simulator replaces it, so nothing else may read the clock or set a timer. */
export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds from an arbitrary start, never going back: for durations. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `fn` once after `ms`. A background timer does not keep the process alive. */
  after(ms: number, fn: () => void, options?: { background?: boolean }): Timer;
}

const LONGEST_TIMER = 2 ** 31 - 1;

/** Waits by a clock's own timer; rejects with the signal's reason as soon as that is aborted. */
export function sleepBy(after: Clock['after']): Clock['sleep'] {
  return (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const timer = after(ms, () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      });
      const stop = () => {
        timer.cancel();
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', stop, { once: true });
    });
}

const after: Clock['after'] = (ms, fn, options) => {
  const timer = setTimeout(fn, Math.min(Math.max(0, ms), LONGEST_TIMER));
  if (options?.background) timer.unref();
  return { cancel: () => clearTimeout(timer) };
};

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: sleepBy(after),
  after,
};

/** Lets signals and messages in, in the middle of long work. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** GitHub writes times to the second; so does everything we compare with them. */
export function isoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
