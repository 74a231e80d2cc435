import { isoSeconds, isoTime } from '../host/clock.ts';
import type { DaemonParts, WatchedRepo } from './parts.ts';
import { recover, recoverClosed } from './recovery.ts';

/**
 * Once at start, per repository: the queue is rebuilt from labels. Cursors go back by the window, so that the first
 * scan sees everything that may have been lost between a label and a crash; orphans are taken up or cleared.
 */
export async function reconcile(parts: DaemonParts, repo: WatchedRepo): Promise<void> {
  const { store, host } = parts;
  const window = parts.settings().reconcile_window_hours * 3_600_000;
  for (const target of repo.scan_targets) {
    const cursor = await store.cursors.get(repo.id, target);
    const from = cursor === undefined ? host.clock.now() : Date.parse(cursor.lastSeen);
    await store.cursors.set(repo.id, target, isoSeconds(from - window), cursor?.lastScan ?? isoTime(0));
  }
  await recover(parts, repo);
  await recoverClosed(parts, repo);
}
