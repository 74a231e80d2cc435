import { words } from '../../workflows/words.ts';
import { writeStatus, type ClaimParts } from './claim.ts';
import type { DaemonParts, WatchedRepo } from '../parts.ts';

const RENEW_MS = 3_600_000;

/** Claims are renewed hourly, so that other daemons can tell a long run from a dead one. */
export function claimRenewal(
  parts: ClaimParts & Pick<DaemonParts, 'queues'>,
): (repos: readonly WatchedRepo[]) => Promise<void> {
  const { host, queues } = parts;
  let renewedAt = host.clock.now();
  return async (repos) => {
    // Also when the clock was put back: what was said at a time to come is no sign of life.
    if (Math.abs(host.clock.now() - renewedAt) < RENEW_MS) return;
    renewedAt = host.clock.now();
    for (const item of queues.all()) {
      const language = repos.find((repo) => repo.name === item.repo)?.language ?? 'en';
      await writeStatus(parts, item, words(language).status(item.phase), true);
    }
  };
}
