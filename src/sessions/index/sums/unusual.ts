import { chosenKeys, eachSum, type ChosenKeys } from './packed-sums.ts';

/** Counts by session and name, side by side: as objects they were half of the work. */
interface Counts {
  sessions: number[];
  names: number[];
  counts: number[];
}

interface Spread {
  sessions: number;
  sum: number;
  squares: number;
}

export interface Unusual {
  session: number;
  name: number;
  count: number;
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
  const asked = bySession(text, chosen);
  const alone = chosen !== undefined && chosen.indexOf(1) === chosen.lastIndexOf(1);
  const spreads = spreadsOf(alone ? bySession(text, undefined) : asked);
  const found: Unusual[] = [];
  for (let at = 0; at < asked.counts.length; at += 1) {
    const name = asked.names[at] ?? 0;
    const count = asked.counts[at] ?? 0;
    const score = scoreOf(count, spreads[name]);
    if (score !== undefined && score >= least)
      found.push({ session: asked.sessions[at] ?? 0, name, count, score });
  }
  return found;
}

function spreadsOf({ names, counts }: Counts): (Spread | undefined)[] {
  const spreads: (Spread | undefined)[] = [];
  for (let at = 0; at < counts.length; at += 1) {
    const count = counts[at] ?? 0;
    const spread = (spreads[names[at] ?? 0] ??= { sessions: 0, sum: 0, squares: 0 });
    spread.sessions += 1;
    spread.sum += count;
    spread.squares += count * count;
  }
  return spreads;
}

/** Undefined when it does not lie above the mean, or all are alike. */
function scoreOf(count: number, spread: Spread | undefined): number | undefined {
  if (spread === undefined) return undefined;
  const mean = spread.sum / spread.sessions;
  const variance = spread.squares / spread.sessions - mean * mean;
  return variance > 1e-9 && count > mean ? (count - mean) ** 2 / variance : undefined;
}

/** The counts of each session, those of its files added up. */
function bySession(gathered: string, chosen: ChosenKeys | undefined): Counts {
  const sessions: number[] = [];
  const names: number[] = [];
  const counts: number[] = [];
  /** For each name where it was counted last. */
  const latest: number[] = [];
  eachSum(gathered, chosen, (session, name, numbers) => {
    const at = latest[name];
    if (at !== undefined && sessions[at] === session) {
      counts[at] = (counts[at] ?? 0) + (numbers[0] ?? 0);
      return;
    }
    latest[name] = counts.length;
    sessions.push(session);
    names.push(name);
    counts.push(numbers[0] ?? 0);
  });
  return { sessions, names, counts };
}
