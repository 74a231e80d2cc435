import { isAutodevError, messageOf } from '../../work/errors.ts';
import type { DaemonParts, WatchedRepo } from '../parts.ts';
import { endClosed } from '../leaving/end-closed.ts';
import { reviewQuestions } from '../waiting/questions.ts';
import { reconcile, type ReconcileParts } from '../reconcile.ts';
import { recover } from '../recovery.ts';
import { listen, scan, type Heed } from '../scan.ts';

type Parts = ReconcileParts & Pick<DaemonParts, 'trusts' | 'ready'>;

/** Which repositories are due for a look, and whether looking still finds anything. */
export interface Rounds {
  /** Looks at those whose interval is over: what a crash left, questions, new work. */
  look(repos: readonly WatchedRepo[], stop: AbortSignal): Promise<void>;
  /** Only what people say below items, as often; nothing is taken. */
  listen(repos: readonly WatchedRepo[], stop: AbortSignal): Promise<void>;
  /** This repository, or every one, is looked at with the next tick whatever its interval. */
  hurry(repo?: string): void;
  /** Something changed: what is quiet has to show itself anew. */
  disturb(): void;
  /** Two whole rounds since the last change found nothing to do. */
  readonly quiet: boolean;
}

export function openRounds(parts: Parts, isBusy: () => boolean, heed?: Heed): Rounds {
  const { host, queues, bus, isPaused } = parts;
  const lastLook = new Map<string, number>();
  const reconciled = new Set<string>();
  /** How many looks at each repository since the last change found nothing to do. They are due at times of their own. */
  const quietLooks = new Map<string, number>();
  let watched: readonly string[] | undefined;

  const lastListened = new Map<string, number>();

  // Not by the time of day: whoever puts a wrong clock back by a year does not want to wait for a year.
  const isDue = ({ name, scan_interval_secs: secs }: WatchedRepo, last = lastLook) =>
    (last.get(name) ?? -Infinity) + secs * 1_000 <= host.clock.monotonic();
  const sayFailed = async ({ name }: WatchedRepo, error: unknown) => {
    if (isAutodevError(error, 'interrupted')) return;
    await bus.emit({ type: 'repo.failed', repo: name, message: messageOf(error) });
  };

  /** False: its settings are being read, and it is looked at later. */
  const lookAt = async (listed: WatchedRepo): Promise<boolean> => {
    // Its own file may have been read since the list was made: what it says holds from here on.
    const repo = parts.ready === undefined ? listed : await parts.ready(listed);
    if (repo === undefined) return false;
    const first = !reconciled.has(repo.name);
    await (first ? reconcile : recover)(parts, repo);
    await reviewQuestions(parts, repo);
    await endClosed(parts, repo);
    await scan(parts, repo, { lookBack: first, heed });
    reconciled.add(repo.name);
    return true;
  };

  return {
    look: async (repos, stop) => {
      for (const repo of repos) {
        if (stop.aborted || isPaused()) return;
        if (!isDue(repo)) continue;
        lastLook.set(repo.name, host.clock.monotonic());
        const before = queues.size;
        let whole = false;
        try {
          whole = await lookAt(repo);
        } catch (error) {
          await sayFailed(repo, error);
        }
        if (queues.size !== before) quietLooks.clear();
        // What could not be looked at may hold anything.
        else if (whole && queues.size === 0 && !isBusy())
          quietLooks.set(repo.name, (quietLooks.get(repo.name) ?? 0) + 1);
      }
      watched = repos.map(({ name }) => name);
    },
    listen: async (repos, stop) => {
      if (heed === undefined) return;
      for (const repo of repos) {
        if (stop.aborted) return;
        if (!isDue(repo, lastListened)) continue;
        lastListened.set(repo.name, host.clock.monotonic());
        await listen(parts, repo, heed).catch((error: unknown) => sayFailed(repo, error));
      }
    },
    hurry: (repo) => {
      for (const last of [lastLook, lastListened]) {
        if (repo === undefined) last.clear();
        else last.delete(repo);
      }
      quietLooks.clear();
    },
    disturb: () => quietLooks.clear(),
    get quiet() {
      return watched?.every((name) => (quietLooks.get(name) ?? 0) >= 2) ?? false;
    },
  };
}
