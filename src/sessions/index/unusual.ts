import { chosenKeys, eachSum, type ChosenKeys } from './packed-sums.ts';

interface Count {
  session: number;
  name: number;
  count: number;
}

interface Spread {
  sessions: number;
  sum: number;
  squares: number;
}

export interface Unusual extends Count {
  score: number;
}

/**
 * The sums that lie far above the mean of those under the same name. The score is sign · z² (no root is
 * needed to compare it with a threshold's square, `least`), over the chosen sessions that have the name;
 * a single one, which cannot deviate from itself, is held against all.
 */
export function findUnusual(gathered: unknown, keys: unknown, least: number): Unusual[] {
  const text = typeof gathered === 'string' ? gathered : '';
  const chosen = typeof keys === 'string' ? chosenKeys(keys) : undefined;
  const counts = bySession(text, chosen);
  const alone = chosen !== undefined && chosen.indexOf(1) === chosen.lastIndexOf(1);
  const spreads: (Spread | undefined)[] = [];
  for (const { name, count } of alone ? bySession(text, undefined) : counts) {
    const spread = (spreads[name] ??= { sessions: 0, sum: 0, squares: 0 });
    spread.sessions += 1;
    spread.sum += count;
    spread.squares += count * count;
  }
  return counts.flatMap((found) => {
    const score = scoreOf(found.count, spreads[found.name]);
    return score !== undefined && score >= least ? [{ ...found, score }] : [];
  });
}

/** Undefined when it does not lie above the mean, or all are alike. */
function scoreOf(count: number, spread: Spread | undefined): number | undefined {
  if (spread === undefined) return undefined;
  const mean = spread.sum / spread.sessions;
  const variance = spread.squares / spread.sessions - mean * mean;
  return variance > 1e-9 && count > mean ? (count - mean) ** 2 / variance : undefined;
}

/** The counts of each session, those of its files added up. */
function bySession(gathered: string, chosen: ChosenKeys | undefined): Count[] {
  const counts: Count[] = [];
  const latest: (Count | undefined)[] = [];
  eachSum(gathered, chosen, (session, name, numbers) => {
    const sum = numbers[0] ?? 0;
    const known = latest[name];
    if (known?.session === session) known.count += sum;
    else counts.push((latest[name] = { session, name, count: sum }));
  });
  return counts;
}
