import type { Choices } from './chooser.ts';

/** Whether these choices still break the same invariant, and how many steps it took to find out. */
export type StillFails = (choices: Choices) => Promise<{ fails: boolean; steps: number }>;

/** A limit that is the same on every machine; the first tries cut the most. */
const MOST_STEPS = 60_000;

/**
 * Makes the choices of a failing run plainer as long as it keeps failing: whole streams go, then ends, then parts of
 * the middle, then numbers become smaller. No other seed is tried.
 */
export async function shrink(
  failing: Choices,
  stillFails: StillFails,
  mostSteps = MOST_STEPS,
): Promise<Choices> {
  let best = new Map([...failing].map(([stream, list]) => [stream, trimmed(list)]));
  let left = mostSteps;
  const take = async (stream: string, list: readonly number[]): Promise<boolean> => {
    const before = best.get(stream) ?? [];
    if (left <= 0 || String(list) === String(before)) return false;
    const candidate = new Map(best).set(stream, trimmed(list));
    const { fails, steps } = await stillFails(candidate);
    left -= Math.max(1, steps);
    if (!fails) return false;
    best = candidate;
    return true;
  };
  const round = async (): Promise<boolean> => {
    let changed = false;
    const streams = [...best.keys()].filter((stream) => (best.get(stream) ?? []).length > 0);
    for (const stream of streams) if (await take(stream, [])) changed = true;
    for (const stream of streams)
      for (const pass of [cut, zero, lower])
        if (
          await pass(
            () => best.get(stream) ?? [],
            (list) => take(stream, list),
          )
        )
          changed = true;
    return changed;
  };
  while (await round());
  return best;
}

type Pass = (
  now: () => readonly number[],
  take: (list: readonly number[]) => Promise<boolean>,
) => Promise<boolean>;

const trimmed = (list: readonly number[]): readonly number[] =>
  list.slice(0, list.findLastIndex((value) => value !== 0) + 1);

/** Takes parts out, large ones first, from the end on. */
const cut: Pass = async (now, take) => {
  let changed = false;
  for (let size = Math.ceil(now().length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0)
    for (let at = now().length - size; at >= 0; at -= size)
      if (await take([...now().slice(0, at), ...now().slice(at + size)])) changed = true;
  return changed;
};

/** The same choices, of which some are the plainest: what comes after them stays where it is. */
const zero: Pass = async (now, take) => {
  let changed = false;
  for (let at = now().length - 1; at >= 0; at -= 1)
    if ((now()[at] ?? 0) !== 0 && (await take(now().with(at, 0)))) changed = true;
  return changed;
};

const lower: Pass = async (now, take) => {
  let changed = false;
  for (let at = 0; at < now().length; at += 1)
    for (const less of [(value: number) => value >> 1, (value: number) => value - 1]) {
      const value = now()[at] ?? 0;
      if (value > 1 && (await take(now().with(at, less(value))))) changed = true;
    }
  return changed;
};
