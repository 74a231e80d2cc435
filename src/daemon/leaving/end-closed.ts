import { parseWorkId } from '../../work/ids.ts';
import { STANDINGS } from '../../work/standings.ts';
import { words } from '../../workflows/words.ts';
import { writeStatus, type ClaimParts } from '../claims/claim.ts';
import { setLabels } from '../claims/marks.ts';
import type { WatchedRepo } from '../parts.ts';
import { overMeanwhile } from './over-meanwhile.ts';
import { settleLeft, type SettleParts } from './settle-left.ts';

/**
 * With every scan: what failed and waits for its next attempt, and was merged or closed meanwhile. No list of open items
 * shows it any more, so nothing else would ever end it. Unchanged, each costs no quota.
 */
export async function endClosed(parts: ClaimParts & SettleParts, repo: WatchedRepo): Promise<void> {
  const { store, queues, flows, host } = parts;
  const now = host.clock.now();
  const ofRepo = (await store.attempts.waiting(now)).filter(
    ({ work }) => parseWorkId(work).repo === repo.name,
  );
  for (const { work, failures, notBefore } of [...ofRepo, ...(await store.attempts.due(repo.name, now))]) {
    // Without a failure, or put off by nothing, it waits for no attempt.
    if (failures === 0 || notBefore === 0 || queues.has(work) || flows.onForge(work) === undefined) continue;
    const over = await overMeanwhile(parts, work);
    const run = await store.runs.latest(work);
    if (over === undefined || run === undefined) continue;
    const standing = STANDINGS[over.outcome];
    await setLabels(parts, work, standing.labels);
    const text = `${standing.words[repo.language]}: ${over.reason}`;
    await writeStatus(parts, parseWorkId(work), words(repo.language).status(text), false);
    await store.attempts.clear(work);
    await settleLeft(parts, run, over, 0);
  }
}
