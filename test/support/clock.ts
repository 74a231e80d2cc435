import { sleepBy, type Clock, type Timer } from '../../src/host/clock.ts';

export interface VirtualClock extends Clock {
  /** Lets `ms` pass: every timer that falls due runs, in order, each with its promise reactions. */
  advance(ms: number): Promise<void>;
  /** Timers that are waiting. */
  pending(): number;
}

/** What the process has under way when it reads or writes a file. */
const FILES = new Set(['FSReqPromise', 'FSReqCallback', 'CloseReq']);

/** Time that moves only when a test says so. */
export function virtualClock(start = Date.UTC(2026, 0, 15, 12)): VirtualClock {
  let now = start;
  let order = 0;
  const timers = new Map<number, { at: number; fn: () => void }>();
  const after = (ms: number, fn: () => void): Timer => {
    order += 1;
    const id = order;
    timers.set(id, { at: now + Math.max(0, ms), fn });
    return { cancel: () => void timers.delete(id) };
  };
  /** Promise reactions run; a file that is being read, slowly on a busy machine, is waited for. */
  const settle = async () => {
    for (let quiet = 0, rounds = 0; quiet < 20 && rounds < 20_000; rounds += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      quiet = process.getActiveResourcesInfo().some((name) => FILES.has(name)) ? 0 : quiet + 1;
    }
  };
  return {
    now: () => now,
    monotonic: () => now - start,
    after,
    sleep: sleepBy(after),
    pending: () => timers.size,
    advance: async (ms) => {
      const end = now + ms;
      await settle();
      for (;;) {
        const due = [...timers]
          .filter(([, timer]) => timer.at <= end)
          .sort(([a, x], [b, y]) => x.at - y.at || a - b)[0];
        if (due === undefined) break;
        const [id, timer] = due;
        timers.delete(id);
        now = Math.max(now, timer.at);
        timer.fn();
        await settle();
      }
      now = end;
    },
  };
}
