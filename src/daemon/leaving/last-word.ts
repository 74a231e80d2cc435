import type { RunRecord } from '../../store/tables/runs.ts';
import type { WorkItem } from '../../work/item.ts';
import { readableInput } from '../../workflows/engine/input/read-input.ts';
import { history } from '../../workflows/engine/steps/history.ts';
import { preflight } from '../../workflows/engine/steps/preflight.ts';
import { Taken } from '../../workflows/engine/stops/interruptions.ts';
import { lostClaim, type ClaimParts } from '../claims/claim.ts';
import { contextFor, type DaemonParts, type WatchedRepo } from '../parts.ts';

/**
 * That we gave up is said like everything else that people see: only while the item is open, says what it said, is
 * wanted, and is ours. Throws the interruption otherwise.
 */
export async function mayHaveLastWord(
  parts: ClaimParts & Pick<DaemonParts, 'trustsNow'>,
  repo: WatchedRepo,
  item: WorkItem,
  run: RunRecord,
): Promise<void> {
  const input = readableInput(run);
  if (input !== undefined) {
    const done = history(await parts.store.steps.finished(run.id));
    const context = contextFor({ ...parts, trusts: parts.trustsNow }, repo);
    await preflight(parts.flows.of(item.id), item, input, done, context);
  }
  if (await lostClaim(parts, item)) throw new Taken('another daemon took it');
}
