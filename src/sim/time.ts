import { sleepBy, yieldToEventLoop, type Clock, type Timer } from '../host/clock.ts';

/** The one time of a simulated world. It stands still while anybody has something to do. */
export interface Time {
  /** Milliseconds since the world began. */
  now(): number;
  after(ms: number, fn: () => void): Timer;
  /** When the next thing happens; undefined when nothing is ever going to. */
  next(): number | undefined;
  /** Lets time pass until the next thing happens, and lets it happen. */
  step(): void;
}

interface Entry {
  at: number;
  order: number;
  fn: (() => void) | undefined;
}

/** The same local time everywhere: what follows the local day (budgets, reports) does not depend on the time zone. */
const START = new Date(2026, 0, 12, 9).getTime();

export function openTime(): Time {
  const heap: Entry[] = [];
  let now = 0;
  let orders = 0;
  const first = (): Entry | undefined => {
    while (heap[0] !== undefined && heap[0].fn === undefined) pop(heap);
    return heap[0];
  };
  return {
    now: () => now,
    after: (ms, fn) => {
      const entry: Entry = { at: now + Math.max(0, ms), order: (orders += 1), fn };
      push(heap, entry);
      return { cancel: () => void (entry.fn = undefined) };
    },
    next: () => first()?.at,
    step: () => {
      const entry = first();
      if (entry === undefined) return;
      pop(heap);
      now = Math.max(now, entry.at);
      entry.fn?.();
    },
  };
}

/**
 * Everybody has done all they could without time passing. Nothing in the simulated world waits for anything but a
 * promise, so one turn of the event loop, which comes after all of them, is exact.
 */
export const settled = yieldToEventLoop;

/** The clock of one machine, which may be wrong. What the machine set stays undone when it is off. */
export function machineClock(time: Time, skew: () => number, isOff: () => boolean): Clock {
  const after: Clock['after'] = (ms, fn) =>
    time.after(ms, () => {
      if (!isOff()) fn();
    });
  return {
    now: () => START + time.now() + skew(),
    monotonic: () => time.now(),
    after,
    sleep: sleepBy(after),
  };
}

const isBefore = (a: Entry, b: Entry) => a.at < b.at || (a.at === b.at && a.order < b.order);

function push(heap: Entry[], entry: Entry): void {
  let at = heap.push(entry) - 1;
  while (at > 0) {
    const up = (at - 1) >> 1;
    const above = heap[up];
    if (above === undefined || !isBefore(entry, above)) break;
    heap[at] = above;
    at = up;
  }
  heap[at] = entry;
}

function pop(heap: Entry[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let at = 0;
  for (;;) {
    let down = 2 * at + 1;
    const left = heap[down];
    const right = heap[down + 1];
    if (left === undefined) break;
    if (right !== undefined && isBefore(right, left)) down += 1;
    const below = heap[down];
    if (below === undefined || !isBefore(below, last)) break;
    heap[at] = below;
    at = down;
  }
  heap[at] = last;
}
