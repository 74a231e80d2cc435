import type { Modules } from './modules.ts';

/** Whether a module has an exported symbol, or a use case, of that name. */
export type Resolve = (dir: string, symbol: string) => boolean;

/** Below this many, comparing names one by one costs less than a set of them. */
const FEW = 64;

export function resolver(modules: Modules): Resolve {
  const known = new Map<string, ReadonlySet<string>>();
  return (dir, symbol) => {
    const packed = modules.packed(dir);
    if (packed === undefined) return false;
    if (packed.nameCount <= FEW) return packed.has(symbol);
    let names = known.get(dir);
    if (names === undefined) {
      names = packed.names();
      known.set(dir, names);
    }
    return names.has(symbol);
  };
}
