import type { Clock } from '../../../host/clock.ts';
import type { ForgeResponse } from './errors.ts';

/**
 * GitHub's limits on the host's clock. One gate for all requests of a token:
 * after a "slow down" everybody waits, not only the request that heard it.
 */
export interface LimitGate {
  /**
   * Waits until a request may go out; a write is also spaced from the one before it. A write does not wait long, neither
   * for a limit to end nor for its turn: whether it is still wanted was asked right before it. Resolves to when it may be
   * tried again instead.
   */
  enter(write: boolean): Promise<number | undefined>;
  /** If this answer says "slow down": when to go on (ms since the epoch). All requests wait until then. */
  heard(answer: ForgeResponse): number | undefined;
}

export interface LimitOptions {
  clock: Clock;
  /** Spaces writes by a second and keeps below 900 points a minute. Off against the embedded forge. */
  pacing: boolean;
  /** Ends every wait. */
  signal?: AbortSignal | undefined;
  /** Ends those that are long: whoever stops does not wait an hour to ask one more question. */
  hurry?: AbortSignal | undefined;
}

const WRITE_SPACING = 1_000;
const MINUTE = 60_000;
/** Of 900 points a minute: a write costs five, and as many as go out a second apart are never held up by reads. */
const READS_PER_MINUTE = 900 - (MINUTE / WRITE_SPACING) * 5;
/** GitHub's windows last an hour; one who says more is asked again after that, not believed for years. */
const LONGEST_WAIT = 2 * 60 * MINUTE;
const LONGEST_GUESS = 15 * MINUTE;
/** For a pause of seconds a write waits all the same, as long as what was asked before it is believed. */
const LONGEST_WRITE_WAIT = 10_000;

export function openLimitGate({ clock, pacing, signal, hurry }: LimitOptions): LimitGate {
  let blockedUntil = 0;
  let nextWrite = 0;
  let guess = MINUTE;
  let reads: number[] = [];

  const readDelay = (now: number): number => {
    reads = reads.filter((at) => at > now - MINUTE);
    const first = reads.at(-READS_PER_MINUTE);
    return first === undefined ? 0 : first + MINUTE - now;
  };

  return {
    enter: async (write) => {
      const entered = clock.now();
      for (;;) {
        const now = clock.now();
        const pause = !pacing ? 0 : write ? nextWrite - now : readDelay(now);
        const wait = Math.max(blockedUntil - now, pause);
        if (wait <= 0) break;
        if (write && now + wait - entered > LONGEST_WRITE_WAIT) return now + wait;
        await clock.sleep(wait, wait > LONGEST_WRITE_WAIT ? anyOf(signal, hurry) : signal);
      }
      if (!pacing) return undefined;
      if (write) nextWrite = clock.now() + WRITE_SPACING;
      else reads.push(clock.now());
      return undefined;
    },
    heard: (answer) => {
      const wait = waitOf(answer, clock.now(), guess);
      if (wait === undefined) {
        if (answer.status < 400) guess = MINUTE;
        return undefined;
      }
      if (wait.guessed) guess = Math.min(guess * 2, LONGEST_GUESS);
      blockedUntil = Math.max(blockedUntil, clock.now() + Math.min(wait.ms, LONGEST_WAIT));
      return blockedUntil;
    },
  };
}

function anyOf(...signals: (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}

function waitOf(
  answer: ForgeResponse,
  now: number,
  guess: number,
): { ms: number; guessed: boolean } | undefined {
  const { status, headers } = answer;
  if (status !== 403 && status !== 429) return undefined;
  const after = Number(headers['retry-after']);
  if (headers['retry-after'] !== undefined && Number.isFinite(after))
    return { ms: Math.max(0, after) * 1_000, guessed: false };
  if (String(headers['x-ratelimit-remaining']) === '0') {
    // The reset is a moment of the forge's clock; ours may differ from it.
    const forgeNow = Date.parse(String(headers['date'] ?? ''));
    const reset = Number(headers['x-ratelimit-reset']) * 1_000;
    if (Number.isFinite(reset))
      return { ms: Math.max(0, reset - (Number.isNaN(forgeNow) ? now : forgeNow)), guessed: false };
  }
  const words =
    typeof answer.data === 'object' && answer.data !== null && 'message' in answer.data
      ? String(answer.data.message)
      : '';
  return status === 429 || /rate limit|abuse/i.test(words) ? { ms: guess, guessed: true } : undefined;
}
