import { isoSeconds, isoTime } from '../host/clock.ts';
import { isAutodevError } from '../work/errors.ts';
import { LABEL, labelLook } from '../work/labels.ts';
import type { DaemonParts, WatchedRepo } from './parts.ts';
import { resumeAnswered } from './questions.ts';
import { recover, recoverSettled } from './recovery.ts';

/**
 * Once at start, per repository: the queue is rebuilt from labels. Cursors go back by the window, so that the first
 * scan sees everything that may have been lost between a label and a crash; orphans are taken up or cleared.
 */
export async function reconcile(parts: DaemonParts, repo: WatchedRepo): Promise<void> {
  await makeLabels(parts, repo);
  const { store, host } = parts;
  const window = parts.settings().reconcile_window_hours * 3_600_000;
  for (const target of repo.scan_targets) {
    const cursor = await store.cursors.get(repo.id, target);
    const from = cursor === undefined ? host.clock.now() : Date.parse(cursor.lastSeen);
    await store.cursors.set(repo.id, target, isoSeconds(from - window), cursor?.lastScan ?? isoTime(0));
  }
  await recover(parts, repo);
  await recoverSettled(parts, repo);
  await resumeAnswered(parts, repo);
}

/** Our labels with a colour and a word on what they mean, once per repository; without it the forge makes them grey. */
async function makeLabels({ forge, store }: DaemonParts, repo: WatchedRepo): Promise<void> {
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
