import type { Clock } from '../../host/clock.ts';
import type { Notice, OutboxTable } from '../../store/tables/outbox.ts';
import { messageOf } from '../../work/errors.ts';
import { CHANNELS, type Channel } from './notice.ts';

/** What came of one try. `after`: the receiver said when to come again. */
export type Delivered =
  | { ok: true }
  | { ok: false; error: string; final: boolean; after?: number | undefined };

export type Deliver = (notice: Notice, signal: AbortSignal) => Promise<Delivered>;

export interface OutboxParts {
  clock: Clock;
  outbox: OutboxTable;
  /** Undefined: the channel was switched off, what waits for it is given up. */
  channel(name: Channel): Deliver | undefined;
  gaveUp(notice: Notice, error: string): void;
}

/** Delivers what is in the outbox: in order per channel, at least once, beside everything else that goes on. */
export interface Courier {
  /** There is news. */
  wake(): void;
  /** Gives what is due one last short chance and ends. The rest is delivered after the next start. */
  close(patienceMs: number): Promise<void>;
}

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 3_600_000;
/** News of yesterday is no news. */
const LONGEST_LIFE_MS = 24 * 3_600_000;

export function openOutbox(parts: OutboxParts): Courier {
  const ended = new AbortController();
  const wakers = new Set<() => void>();
  let closing = false;
  let news = 0;

  const loop = async (channel: Channel) => {
    // While a receiver does not answer, nothing else is tried on it.
    let restsUntil = 0;
    for (;;) {
      const now = parts.clock.now();
      const heard = news;
      const notice = restsUntil > now ? undefined : await parts.outbox.due(channel, now);
      if (ended.signal.aborted) return;
      if (notice !== undefined) {
        restsUntil = await attempt(parts, channel, notice, ended.signal);
        continue;
      }
      if (closing) return;
      const next = restsUntil > now ? restsUntil : await parts.outbox.nextAt(channel);
      // What was written while we looked must not be slept over.
      if (news === heard) await pause(next === undefined ? undefined : Math.max(1, next - now));
    }
  };

  /** Until it is time, or somebody wakes us. */
  const pause = (ms: number | undefined) =>
    new Promise<void>((resolve) => {
      const timer = ms === undefined ? undefined : parts.clock.after(ms, () => go(), { background: true });
      const go = () => {
        timer?.cancel();
        wakers.delete(go);
        resolve();
      };
      wakers.add(go);
    });
  const wake = () => {
    news += 1;
    for (const go of wakers) go();
  };
  // A store that fails here fails everywhere, and is told there.
  const loops = CHANNELS.map((channel) => loop(channel).catch(() => {}));
  return {
    wake,
    close: async (patienceMs) => {
      closing = true;
      wake();
      const timer = parts.clock.after(patienceMs, () => ended.abort(new Error('the daemon stops')));
      await Promise.all(loops);
      timer.cancel();
    },
  };
}

/** When the channel may be used again. */
async function attempt(
  { clock, outbox, channel, gaveUp }: OutboxParts,
  name: Channel,
  notice: Notice,
  signal: AbortSignal,
): Promise<number> {
  const deliver = channel(name);
  const done: Delivered =
    deliver === undefined
      ? { ok: false, error: 'the channel was switched off', final: true }
      : await deliver(notice, signal).catch((error: unknown) => ({
          ok: false,
          error: messageOf(error),
          final: false,
        }));
  if (done.ok) {
    await outbox.settle(notice.id, null);
    return 0;
  }
  // Our own stopping says nothing about the receiver.
  if (signal.aborted) return Number.POSITIVE_INFINITY;
  const wait = Math.min(done.after ?? FIRST_WAIT_MS * 4 ** Math.min(notice.tries, 8), LONGEST_WAIT_MS);
  const next = clock.now() + wait;
  if (done.final || next > notice.writtenAt + LONGEST_LIFE_MS) {
    await outbox.settle(notice.id, done.error);
    gaveUp(notice, done.error);
    return done.final ? 0 : next;
  }
  await outbox.postpone(notice.id, next, done.error);
  return next;
}
