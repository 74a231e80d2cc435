import { aheadOf, type GateName } from './gates.ts';
import type { Snapshot } from '../state/snapshot.ts';
import type { DevelopState } from '../state/state.ts';
import { lastWord, type Trail } from './trail.ts';

/**
 * Open gates that do not count, with the reason. Only those that decide a later phase are looked at: what a gate
 * speaks of may change once the phase it opened has begun. Pure.
 */
export function voidGates(
  state: DevelopState,
  trail: Trail | undefined,
  now: Snapshot,
): Map<GateName, string> {
  const found = new Map<GateName, string>();
  // A file that was not begun by the program has nothing else to go by.
  if (trail === undefined) return found;
  for (const gate of aheadOf(state.phase)) {
    if (!state.gates[gate]) continue;
    const word = lastWord(trail, gate);
    if (word === undefined || !word.open) found.set(gate, `${gate} was not set by a verdict or a person`);
    else if (word.tree !== null && word.tree !== now.tree)
      found.set(
        gate,
        `${gate} was given for another commit (${short(word.tree)}; the files are now ${short(now.tree)})`,
      );
  }
  return found;
}

const short = (tree: string | null) => (tree === null ? 'unknown' : tree.slice(0, 10));
