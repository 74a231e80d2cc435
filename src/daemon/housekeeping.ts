import { localDate } from '../host/log/daily-log.ts';
import { messageOf } from '../work/errors.ts';
import type { DaemonParts, WatchedRepo } from './parts.ts';
import { clearLeftWorktrees, removeOldWorktrees, type WorktreeParts } from './worktrees.ts';

/** What has to be done now and then, whatever work there is: logs at midnight, old worktrees every hour. */
export interface Housekeeping {
  keep(repos: readonly WatchedRepo[]): Promise<void>;
}

const SWEEP_MS = 3_600_000;

export function openHousekeeping(parts: WorktreeParts & Pick<DaemonParts, 'bus' | 'newDay'>): Housekeeping {
  const { host, bus } = parts;
  const cleared = new Set<string>();
  let day = '';
  let sweptAt = host.clock.monotonic();

  const quietly = async (repo: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      await bus.emit({ type: 'repo.failed', repo, message: messageOf(error) });
    }
  };
  return {
    keep: async (repos) => {
      const today = localDate(host.clock.now());
      if (today !== day) {
        day = today;
        await parts.newDay?.();
      }
      for (const { name } of repos) {
        if (cleared.has(name)) continue;
        cleared.add(name);
        await quietly(name, () => clearLeftWorktrees(parts, name));
      }
      if (host.clock.monotonic() - sweptAt < SWEEP_MS) return;
      sweptAt = host.clock.monotonic();
      for (const { name } of repos) await quietly(name, () => removeOldWorktrees(parts, name));
    },
  };
}
