import { lstatSync } from './node-fs.ts';

/** One number-like text for the state of many paths, and the latest time any of them was touched. */
export interface StatPrint {
  print: string;
  newest: number;
}

const QUIET = { throwIfNoEntry: false } as const;

/**
 * Identity, size and times of every path, folded into one print: equal prints mean that no entry was
 * written, replaced, added to or removed. A path that is not there counts as such.
 */
export function statPrint(paths: readonly string[]): StatPrint {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  let newest = 0;
  const mix = (value: number) => {
    a = Math.imul(a ^ value, 0x01000193);
    b = Math.imul((b ^ value) + (b << 6), 0x85ebca6b) ^ (a >>> 13);
  };
  for (const path of paths) {
    const stats = lstatSync(path, QUIET);
    if (stats === undefined) {
      mix(0x5bd1e995);
      continue;
    }
    const { mtimeMs, ctimeMs, size, ino, mode } = stats;
    mix(mtimeMs | 0);
    mix(((mtimeMs % 1) * 1e6) | 0);
    mix((mtimeMs / 0x1_0000_0000) | 0);
    mix(ctimeMs | 0);
    mix(((ctimeMs % 1) * 1e6) | 0);
    mix(size | 0);
    mix(ino | 0);
    mix(mode);
    if (ctimeMs > newest) newest = ctimeMs;
    if (mtimeMs > newest) newest = mtimeMs;
  }
  return { print: `${(a >>> 0).toString(16)}${(b >>> 0).toString(16)}`, newest };
}
