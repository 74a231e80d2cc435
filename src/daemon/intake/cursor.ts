import { isoSeconds, isoTime } from '../../host/clock.ts';
import type { DaemonParts, WatchedRepo } from '../parts.ts';

type Parts = Pick<DaemonParts, 'store' | 'host' | 'settings'>;
export type Target = 'issues' | 'pulls';

/** Where scans begin and how far they have come. */
export interface Cursor {
  /** The first moment to look at. */
  since: string;
  /** Everything before this was taken or finally refused. */
  lastSeen: string;
}

/**
 * The cursor, or a bounded look back for a repository that was never scanned. The first scan of a daemon's life looks
 * back one window further, for what may have been lost between a label and a crash, but never past where the very first
 * scan began: what was old then stays untouched however often the daemon starts.
 */
export async function readCursor(
  parts: Parts,
  repo: WatchedRepo,
  target: Target,
  lookBack: boolean,
): Promise<Cursor> {
  const { store, host, settings } = parts;
  const window = settings().reconcile_window_hours * 3_600_000;
  const before = (time: number) => isoSeconds(time - window);
  const lastSeen = (await store.cursors.get(repo.id, target))?.lastSeen ?? before(host.clock.now());
  const key = `first-scan ${repo.id} ${target}`;
  const kept = await store.meta.get(key);
  const first = kept ?? lastSeen;
  if (kept === undefined) await store.meta.set(key, first);
  if (!lookBack) return { since: lastSeen, lastSeen };
  const back = before(Date.parse(lastSeen));
  // A cursor that an item in work holds back may stand before the first scan's end, never before its beginning.
  return { since: earliest(lastSeen, back < first ? first : back), lastSeen };
}

const earliest = (a: string, b: string) => (a < b ? a : b);

/** It passes only what every flow took or finally refused; it is inclusive, so equal times are seen again. */
export async function moveCursor(
  { store, host }: Parts,
  repo: WatchedRepo,
  target: Target,
  to: string,
): Promise<void> {
  await store.cursors.set(repo.id, target, to, isoTime(host.clock.now()));
}
