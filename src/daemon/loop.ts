import { messageOf } from '../work/errors.ts';
import type { WorkId } from '../work/ids.ts';
import type { WorkItem } from '../work/item.ts';
import { LABEL } from '../work/labels.ts';
import { changeLabels } from '../workflows/engine/settle.ts';
import { leave } from './leave.ts';
import type { DaemonParts, WatchedRepo } from './parts.ts';
import { reconcile } from './reconcile.ts';
import { recover } from './recovery.ts';
import { scan } from './scan.ts';
import { mergeKey, pick, type Load } from './schedule.ts';

export interface Daemon {
  /** Runs until the signal is aborted; then takes nothing new, lets sessions end within the drain time, and stops. */
  run(stop: AbortSignal): Promise<void>;
  /** Looks at the next tick now, and scans these repositories whatever their interval. */
  wake(repo?: string): void;
  /** Nothing queued, nothing running, and a whole round of scans since the last change found nothing to do. */
  quiet(): boolean;
  pause(): Promise<void>;
  resume(): Promise<void>;
  readonly paused: boolean;
  load(): Load;
}

export function openDaemon(parts: DaemonParts): Daemon {
  const { host, store, queues, bus, flows, engine } = parts;
  const running = new Map<WorkId, Promise<void>>();
  const perRepo = new Map<string, number>();
  const merging = new Set<string>();
  const lastServed = new Map<string, number>();
  const lastScan = new Map<string, number>();
  const known = new Set<string>();
  /** Ends sessions; separate from `stop`, which only says that nothing new may begin. */
  const halt = new AbortController();
  let served = 0;
  let paused = false;
  let quietRounds = 0;
  let woken: (() => void) | undefined;
  let wakePending = false;

  const wake = (repo?: string) => {
    if (repo === undefined) lastScan.clear();
    else lastScan.delete(repo);
    nudge();
  };
  const nudge = () => {
    wakePending = true;
    woken?.();
  };

  const load = (): Load => ({ running: new Set(running.keys()), perRepo, merging, lastServed });

  const start = (repo: WatchedRepo, item: WorkItem) => {
    const flow = flows.find((each) => each.type === item.type);
    if (flow === undefined) throw new Error(`no flow for ${item.type}`);
    served += 1;
    lastServed.set(item.repo, served);
    perRepo.set(item.repo, (perRepo.get(item.repo) ?? 0) + 1);
    if (item.type === 'merge') merging.add(mergeKey(item));
    quietRounds = 0;
    const work = carryOn(repo, item, flow)
      .catch((error: unknown) => sayError(item.id, error))
      .finally(() => {
        running.delete(item.id);
        perRepo.set(item.repo, (perRepo.get(item.repo) ?? 1) - 1);
        if (item.type === 'merge') merging.delete(mergeKey(item));
        nudge();
      });
    running.set(item.id, work);
  };

  const carryOn = async (repo: WatchedRepo, item: WorkItem, flow: (typeof flows)[number]) => {
    const to = async (phase: WorkItem['phase']) => {
      const from = item.phase;
      if (queues.transit(item, phase)) await bus.emit({ type: 'item.phase', work: item.id, from, to: phase });
    };
    const trusts = (login: string) => parts.trusts(repo, login);
    try {
      const done = await engine.advance(
        flow,
        { work: item.id, phase: item.phase, settings: repo, trusts, onPhase: to },
        halt.signal,
      );
      if (done.kind === 'rest') await to(done.phase);
      else if (done.kind === 'superseded') {
        await bus.emit({ type: 'item.waiting', work: item.id, reason: done.reason, until: null });
        await to('Pending');
      } else if (done.kind === 'postponed') {
        const failed = await store.attempts.get(item.id);
        await store.attempts.put({
          ...(failed ?? {
            work: item.id,
            inputHash: done.run.inputHash,
            failures: 0,
            carryFrom: null,
            carry: [],
            lesson: null,
          }),
          notBefore: done.until,
          lastError: done.reason,
        });
        await changeLabels(
          parts.forge,
          { work: item.id, repo: item.repo, number: item.number },
          { remove: [LABEL.wip] },
          bus.emit,
        );
        queues.remove(item);
        await bus.emit({ type: 'item.waiting', work: item.id, reason: done.reason, until: done.until });
      } else {
        await leave(parts, repo, item, done, halt.signal);
        // What one item leaves behind is often another's beginning: an approval, a pull request.
        lastScan.delete(item.repo);
      }
    } catch (error) {
      if (halt.signal.aborted) return;
      // Freezing or leaving failed (an outage): the item stays where labels say it is and is tried at a later tick.
      await sayError(item.id, error);
      await to('Pending');
      cool.set(item.id, host.clock.now() + parts.settings().retry_base_secs * 1_000);
    }
  };

  /** Items that met an outage rest for a while instead of hammering the forge. */
  const cool = new Map<WorkId, number>();

  const sayError = (work: WorkId | null, error: unknown) =>
    bus.emit({
      type: 'error',
      work,
      message: messageOf(error),
      why: error instanceof Error && 'why' in error ? String(error.why ?? '') : null,
    });

  const consume = (repos: readonly WatchedRepo[]) => {
    const { max_concurrent: maxConcurrent, max_concurrent_per_repo: maxConcurrentPerRepo } = parts.settings();
    const now = host.clock.now();
    const resting = new Set([...cool].filter(([, until]) => until > now).map(([id]) => id));
    for (;;) {
      const current = load();
      const item = pick(
        queues,
        { ...current, running: new Set([...current.running, ...resting]) },
        { maxConcurrent: maxConcurrent + resting.size, maxConcurrentPerRepo },
      );
      const repo = repos.find((each) => each.name === item?.repo);
      if (item === undefined) return;
      if (repo === undefined) {
        // The repository was removed or disabled meanwhile: nothing happens to it any more.
        queues.remove(item);
        continue;
      }
      cool.delete(item.id);
      start(repo, item);
    }
  };

  const look = async (repos: readonly WatchedRepo[], stop: AbortSignal) => {
    let all = true;
    for (const repo of repos) {
      if (stop.aborted) return;
      const now = host.clock.now();
      const due = (lastScan.get(repo.name) ?? -Infinity) + repo.scan_interval_secs * 1_000 <= now;
      if (!due) {
        all = false;
        continue;
      }
      const before = queues.size;
      try {
        if (!known.has(repo.name)) {
          await reconcile(parts, repo);
          known.add(repo.name);
        } else await recover(parts, repo);
        await scan(parts, repo);
      } catch (error) {
        await bus.emit({ type: 'repo.failed', repo: repo.name, message: messageOf(error) });
      }
      lastScan.set(repo.name, host.clock.now());
      if (queues.size !== before) quietRounds = 0;
    }
    if (all && queues.size === 0 && running.size === 0) quietRounds += 1;
  };

  const tick = async (stop: AbortSignal) => {
    const repos = await parts.repos();
    if (!paused) {
      await look(repos, stop);
      if (!stop.aborted) consume(repos);
    }
  };

  const rest = async (stop: AbortSignal) => {
    if (wakePending) {
      wakePending = false;
      return;
    }
    const early = new AbortController();
    const cancel = () => early.abort(new Error('woken'));
    woken = cancel;
    stop.addEventListener('abort', cancel, { once: true });
    await host.clock.sleep(parts.settings().tick_interval_secs * 1_000, early.signal).catch(() => {});
    stop.removeEventListener('abort', cancel);
    woken = undefined;
    wakePending = false;
  };

  /** Sessions get the drain time to end by themselves; then they are stopped, and labels are left as unhandled. */
  const drain = async () => {
    const ended = new AbortController();
    const deadline = host.clock.sleep(parts.settings().drain_secs * 1_000, ended.signal).catch(() => {});
    await Promise.race([Promise.allSettled(running.values()), deadline]);
    ended.abort();
    halt.abort(new Error('the daemon is stopping'));
    await Promise.allSettled(running.values());
    for (const item of queues.all()) {
      await changeLabels(
        parts.forge,
        { work: item.id, repo: item.repo, number: item.number },
        { remove: [LABEL.wip] },
        bus.emit,
      ).catch((error: unknown) => sayError(item.id, error));
    }
  };

  return {
    wake,
    load,
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
    quiet: () => quietRounds >= 2 && queues.size === 0 && running.size === 0,
    run: async (stop) => {
      while (!stop.aborted) {
        try {
          await tick(stop);
        } catch (error) {
          await sayError(null, error);
        }
        await rest(stop);
      }
      await bus.emit({ type: 'daemon.stopping', reason: messageOf(stop.reason) });
      await drain();
      await bus.emit({ type: 'daemon.stopped' });
    },
  };
}
