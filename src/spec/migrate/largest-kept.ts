/** A file so odd that more is needed is left mostly as it is, rather than read again for minutes. */
const TRIES = 200;

/**
 * Which items can be had together, and which are left; both forms are read in v2. Halves that do not pass are
 * halved again, the later one first: a bullet that stays would belong to a heading made above it.
 */
export function largestKept<T>(
  items: readonly T[],
  passes: (some: readonly T[]) => boolean,
): { kept: readonly T[]; left: readonly T[] } {
  if (passes(items)) return { kept: items, left: [] };
  let kept: readonly T[] = [];
  let left: readonly T[] = [];
  const waiting: (readonly T[])[] = [items];
  let tries = 0;
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const together = [...part, ...kept];
    if (tries < TRIES && together.length < items.length) {
      tries += 1;
      if (passes(together)) {
        kept = together;
        continue;
      }
    }
    if (part.length <= 1 || tries >= TRIES) left = [...part, ...left];
    else {
      const middle = part.length >> 1;
      waiting.push(part.slice(0, middle), part.slice(middle));
    }
  }
  return { kept, left };
}
