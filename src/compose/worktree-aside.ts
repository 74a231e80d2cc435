import type { WorkEvent } from '../work/events.ts';
import type { Flows } from '../workflows/engine/flows.ts';
import type { PutAside } from '../workflows/workspace/pool/removal.ts';

/** What is said of a worktree that could not be removed, to the item whose it was. */
export function worktreeAside(flows: Flows, { repo, name, place, why }: PutAside): WorkEvent {
  return {
    type: 'error',
    work: flows.workIn(repo, name) ?? null,
    message: `the worktree ${name} of ${repo} could not be removed; it was put aside in ${place}, where nothing uses it`,
    why: `${why}; remove it by hand`,
  };
}
