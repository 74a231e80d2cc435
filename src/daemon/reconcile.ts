import { isAutodevError } from '../work/errors.ts';
import { LABEL, labelLook } from '../work/labels.ts';
import type { DaemonParts, WatchedRepo } from './parts.ts';
import { resumeAnswered } from './waiting/questions.ts';
import { recover, recoverSettled, type RecoverParts } from './recovery.ts';
import type { ScanParts } from './intake/take.ts';

export type ReconcileParts = RecoverParts & ScanParts;

/**
 * Once at start, per repository: the queue is rebuilt from labels; orphans are taken up or cleared. The scan that
 * follows looks back by the window for what may have been lost between a label and a crash.
 */
export async function reconcile(parts: ReconcileParts, repo: WatchedRepo): Promise<void> {
  await makeLabels(parts, repo);
  await recover(parts, repo);
  await recoverSettled(parts, repo);
  await resumeAnswered(parts, repo);
}

/** Our labels with a colour and a word on what they mean, once per repository; without it the forge makes them grey. */
async function makeLabels(
  { forge, store }: Pick<DaemonParts, 'forge' | 'store'>,
  repo: WatchedRepo,
): Promise<void> {
  const key = `labels ${repo.name}`;
  if ((await store.meta.get(key)) !== undefined) return;
  for (const name of Object.values(LABEL)) {
    try {
      await forge.createLabel(repo.name, { name, ...labelLook(name) });
    } catch (error) {
      // It is there already, perhaps with a look that somebody chose.
      if (!isAutodevError(error, 'forge_rejected')) throw error;
    }
  }
  await store.meta.set(key, 'made');
}
