import { isActiveAt, nextActiveAt } from '../config/active-hours.ts';
import { messageOf } from '../work/errors.ts';
import type { WorkId } from '../work/ids.ts';
import type { WorkItem } from '../work/item.ts';
import { LABEL } from '../work/labels.ts';
import { changeLabels } from '../workflows/engine/settle.ts';
import { words } from '../workflows/words.ts';
import { lostClaim, writeStatus } from './claim.ts';
import { openHouse } from './house.ts';
import type { DaemonParts, WatchedRepo } from './parts.ts';
import { prospect, type Prospect } from './prospect.ts';
import { reviewQuestions } from './questions.ts';
import { reconcile } from './reconcile.ts';
import { recover } from './recovery.ts';
import { openRunner } from './runner.ts';
import { scan } from './scan.ts';
import { pick, type Load } from './schedule.ts';

export interface Daemon {
  /** Runs until the signal is aborted; then takes nothing new, lets sessions end within the drain time, and stops. */
  run(stop: AbortSignal): Promise<void>;
  /** Begins the next tick now, and scans this repository (or all) whatever its interval. */
  wake(repo?: string): void;
  /** Nothing queued, nothing running, and two whole rounds of scans since the last change found nothing to do. */
  quiet(): boolean;
  pause(): Promise<void>;
  resume(): Promise<void>;
  readonly paused: boolean;
  load(): Load;
  /** Stops one running item. False when it is not running. */
  cancel(id: WorkId): boolean;
  /** Whether one item is running, or how long it rests after an outage. */
  standing(id: WorkId): { running: boolean; restsUntil: number | null };
  /** What the next scan would say of an item that is in no queue. */
  prospect(id: WorkId): Promise<Prospect | 'absent' | undefined>;
  /** Outside its active hours: when new work begins again. Null: it may begin now. */
  restsUntil(): number | null;
  /** Ends the drain time: sessions are stopped at once. */
  stopNow(): void;
}

const TOUCH_MS = 3_600_000;

export function openDaemon(parts: DaemonParts): Daemon {
  const { host, queues, bus } = parts;
  const lastScan = new Map<string, number>();
  const reconciled = new Set<string>();
  /** Also of repositories that are no longer watched: what is left there is given back in their language. */
  const languages = new Map<string, WatchedRepo['language']>();
  const house = openHouse(parts);
  const hurry = new AbortController();
  let paused = false;
  let quietRounds = 0;
  let touchedAt = host.clock.now();
  let woken: (() => void) | undefined;
  let wakePending = false;

  const nudge = () => {
    wakePending = true;
    woken?.();
  };
  // What one item leaves behind is often another's beginning (a pull request, an approval): look there again soon.
  const runner = openRunner(parts, (repo, progress) => {
    if (progress) lastScan.delete(repo);
    quietRounds = 0;
    nudge();
  });

  /** Out of the queue as if it had never been taken: a later scan, here or elsewhere, finds it again. */
  const release = async (item: WorkItem) => {
    queues.remove(item);
    const where = { work: item.id, repo: item.repo, number: item.number };
    try {
      await changeLabels(parts.forge, where, { remove: [LABEL.wip] }, bus.emit);
      const w = words(languages.get(item.repo) ?? 'en');
      await writeStatus(parts, item, w.status(w.stopped), false);
    } catch (error) {
      await bus.emit({ type: 'error', work: item.id, message: messageOf(error), why: null });
    }
  };

  const consume = (repos: readonly WatchedRepo[]) => {
    for (;;) {
      const { max_concurrent: most, max_concurrent_per_repo: maxConcurrentPerRepo } = parts.settings();
      const { load, resting } = runner.load(host.clock.now());
      const item = pick(queues, load, { maxConcurrent: most + resting, maxConcurrentPerRepo });
      if (item === undefined) return;
      const repo = repos.find((each) => each.name === item.repo);
      // The repository was removed or disabled meanwhile: nothing happens to it any more.
      if (repo === undefined) void release(item);
      else runner.start(repo, item);
    }
  };

  const look = async (repos: readonly WatchedRepo[], stop: AbortSignal) => {
    let all = true;
    for (const listed of repos) {
      if (stop.aborted) return;
      const due =
        (lastScan.get(listed.name) ?? -Infinity) + listed.scan_interval_secs * 1_000 <= host.clock.now();
      all &&= due;
      if (!due) continue;
      lastScan.set(listed.name, host.clock.now());
      const before = queues.size;
      try {
        // Its own file may have been read since the list was made: what it says holds from here on.
        const repo = parts.ready === undefined ? listed : await parts.ready(listed);
        if (repo === undefined) {
          all = false;
          continue;
        }
        if (reconciled.has(repo.name)) await recover(parts, repo);
        else await reconcile(parts, repo);
        reconciled.add(repo.name);
        await reviewQuestions(parts, repo);
        await scan(parts, repo);
      } catch (error) {
        await bus.emit({ type: 'repo.failed', repo: listed.name, message: messageOf(error) });
      }
      if (queues.size !== before) quietRounds = 0;
    }
    if (all && queues.size === 0 && !runner.busy) quietRounds += 1;
  };

  /** Claims are renewed hourly, so that other daemons can tell a long run from a dead one. */
  const touch = async (repos: readonly WatchedRepo[]) => {
    if (host.clock.now() - touchedAt < TOUCH_MS) return;
    touchedAt = host.clock.now();
    for (const item of queues.all()) {
      const language = repos.find((repo) => repo.name === item.repo)?.language ?? 'en';
      // A machine that slept must not bring its claim back to life: its next write ends the run instead.
      if (await lostClaim(parts, item)) continue;
      await writeStatus(parts, item, words(language).status(item.phase), true);
    }
  };

  const tick = async (stop: AbortSignal) => {
    await parts.beforeTick?.();
    const repos = await parts.repos();
    for (const { name, language } of repos) languages.set(name, language);
    await house.keep(repos);
    await touch(repos);
    if (paused || restsUntil() !== null) return;
    await look(repos, stop);
    if (stop.aborted) return;
    consume(await parts.repos());
  };

  /** New work begins in the active hours only; what runs goes on. */
  const restsUntil = (): number | null => {
    const { active_hours: hours } = parts.settings();
    const now = host.clock.now();
    return isActiveAt(hours, now) ? null : nextActiveAt(hours, now);
  };

  const rest = async (stop: AbortSignal) => {
    if (!wakePending && !stop.aborted) {
      const early = new AbortController();
      const cancel = () => early.abort(new Error('woken'));
      woken = cancel;
      stop.addEventListener('abort', cancel, { once: true });
      await host.clock.sleep(parts.settings().tick_interval_secs * 1_000, early.signal).catch(() => {});
      stop.removeEventListener('abort', cancel);
      woken = undefined;
    }
    wakePending = false;
  };

  /** Sessions get the drain time to end by themselves, then they are stopped; items are left as unhandled. */
  const drain = async () => {
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, hurry.signal]);
    const deadline = host.clock.sleep(parts.settings().drain_secs * 1_000, signal).catch(() => {});
    await Promise.race([runner.settled(), deadline]);
    over.abort();
    runner.halt(new Error('the daemon is stopping'));
    await runner.settled();
    for (const item of queues.all()) await release(item);
  };

  return {
    wake: (repo) => {
      if (repo === undefined) lastScan.clear();
      else lastScan.delete(repo);
      quietRounds = 0;
      nudge();
    },
    load: () => runner.load(host.clock.now()).load,
    cancel: (id) => runner.cancel(id),
    standing: (id) => runner.standing(id),
    prospect: (id) => prospect(parts, id),
    restsUntil,
    stopNow: () => hurry.abort(new Error('now')),
    get paused() {
      return paused;
    },
    pause: async () => {
      paused = true;
      await bus.emit({ type: 'daemon.paused' });
    },
    resume: async () => {
      paused = false;
      await bus.emit({ type: 'daemon.resumed' });
      nudge();
    },
    quiet: () => quietRounds >= 2 && queues.size === 0 && !runner.busy,
    run: async (stop) => {
      while (!stop.aborted) {
        try {
          await tick(stop);
        } catch (error) {
          await bus.emit({ type: 'error', work: null, message: messageOf(error), why: null });
        }
        await rest(stop);
      }
      await bus.emit({ type: 'daemon.stopping', reason: messageOf(stop.reason) });
      await drain();
      await bus.emit({ type: 'daemon.stopped' });
    },
  };
}
