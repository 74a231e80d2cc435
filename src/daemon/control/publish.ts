import type { Status } from '../../api/status.ts';
import { statusMarks, writeStatusCopy } from '../../api/control/status-copy.ts';
import { statusHint, statusText, PLAIN } from '../../render/status-text.ts';
import type { Clock, Timer } from '../../host/clock.ts';
import type { Store } from '../../store/store.ts';
import type { EventBus } from '../bus.ts';
import { startOfDay } from '../../work/start-of-day.ts';

/** Events come in bursts: the copy follows them at most this often. */
const BURST_MS = 300;

/** Writes the copy that `autodev status` reads: valid until something falls due, the day ends, or `atMost`. */
export async function copyStatus(
  from: { home: string; store: Store; now: number; atMost: number },
  make: () => Promise<Status>,
): Promise<Status> {
  const marks = statusMarks(from.home);
  const status = await make();
  const due = (await from.store.attempts.waiting(from.now))[0]?.notBefore ?? Infinity;
  const midnight = startOfDay(from.now, 1);
  writeStatusCopy(from.home, {
    marks,
    validUntil: Math.min(due, midnight, from.atMost, Number.MAX_SAFE_INTEGER),
    text: statusText(status, null, PLAIN),
    hint: statusHint(status) ?? '',
    status,
  });
  return status;
}

export interface Publisher extends Disposable {
  /** Now, not at the next quiet moment. */
  publish(): Promise<void>;
}

/** Keeps the copy up to date while the daemon lives. A daemon that hangs stops doing so, and its copy runs out. */
export function openPublisher(parts: {
  home: string;
  store: Store;
  bus: EventBus;
  clock: Clock;
  tickMs: () => number;
  status: () => Promise<Status>;
}): Publisher {
  const { home, store, bus, clock } = parts;
  let timer: Timer | undefined;
  let closed = false;
  const publish = async () => {
    timer?.cancel();
    timer = undefined;
    if (closed) return;
    const now = clock.now();
    await copyStatus({ home, store, now, atMost: now + 3 * parts.tickMs() + 10_000 }, parts.status);
  };
  // Nobody waits for it, and a status that cannot be told now is told by the long way.
  const soon = () => {
    timer ??= clock.after(BURST_MS, () => void publish().catch(() => {}), { background: true });
  };
  const unsubscribe = bus.subscribe(soon);
  return {
    publish,
    [Symbol.dispose]: () => {
      closed = true;
      unsubscribe();
      timer?.cancel();
    },
  };
}
