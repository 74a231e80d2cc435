import { parseWorkId, type WorkId } from '../../work/ids.ts';
import { Dropped } from '../../workflows/engine/stops/interruptions.ts';
import { mustHold, type ClaimParts } from './claim.ts';

/**
 * What a step does at one go is one look. Short enough that a machine that slept, and was replaced meanwhile, looks
 * again before it writes anything.
 */
const TRUSTED_MS = 10_000;

/** Whether an item is still ours to write for. What cannot be read is no yes: it throws. */
export function openFence(
  parts: ClaimParts & { isWatched?: (repo: string) => Promise<boolean> },
): (work: WorkId) => Promise<void> {
  const seen = new Map<WorkId, number>();
  return async (work) => {
    const { repo } = parseWorkId(work);
    if (parts.isWatched !== undefined && !(await parts.isWatched(repo)))
      throw new Dropped(
        `${repo} is no longer worked on: it was removed, disabled or taken out of config.yaml`,
      );
    const now = parts.host.clock.now();
    for (const [id, at] of seen) if (now - at >= TRUSTED_MS || at > now) seen.delete(id);
    if (seen.has(work)) return;
    await mustHold(parts, parseWorkId(work));
    seen.set(work, now);
  };
}
