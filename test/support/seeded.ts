/** Numbers that look random and are the same in every run. */
export interface Seeded {
  fraction(): number;
  /** A whole number from 0 to below `count`. */
  below(count: number): number;
  pick<T>(items: readonly T[]): T;
  hex(length: number): string;
  uuid(): string;
}

export function seeded(seed: number): Seeded {
  let state = seed | 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(fraction() * count);
  const hex = (length: number): string => {
    let text = '';
    while (text.length < length) text += below(0x10000).toString(16).padStart(4, '0');
    return text.slice(0, length);
  };
  return {
    fraction,
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    hex,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}
