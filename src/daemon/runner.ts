import { AutodevError, isAutodevError, messageOf } from '../work/errors.ts';
import type { WorkId } from '../work/ids.ts';
import type { WorkItem } from '../work/item.ts';
import type { Phase } from '../work/phases.ts';
import { STANDINGS } from '../work/standings.ts';
import type { Flow } from '../workflows/engine/flow.ts';
import { Cancelled, Dropped, Taken } from '../workflows/engine/stops/interruptions.ts';
import { words } from '../workflows/words.ts';
import { writeStatus } from './claims/claim.ts';
import { publicLine } from './claims/public-line.ts';
import { admitAgain } from './intake/admit-again.ts';
import { isWanted } from './intake/entry.ts';
import { giveAway } from './leaving/give-away.ts';
import { carryOut, leave, postpone, writtenEnd, type LeaveParts } from './leaving/leave.ts';
import { leaveAsking } from './leaving/leave-asking.ts';
import type { DaemonParts, WatchedRepo } from './parts.ts';
import type { Load } from './schedule.ts';

/** The items that are running: started, carried on by the engine, and moved or let go by what it says. */
export interface Runner {
  start(repo: WatchedRepo, item: WorkItem): void;
  /** What is running, and what rests after an outage: neither may be picked. */
  load(now: number): { load: Load; resting: number };
  /** Stops one item's session; it leaves the queue as cancelled. False when it is not running. */
  cancel(id: WorkId): boolean;
  /** Whether one item is running, or how long it rests after an outage. */
  standing(id: WorkId): { running: boolean; restsUntil: number | null };
  /** Resolves when nothing runs any more. */
  settled(): Promise<void>;
  /** Ends every session now. */
  halt(reason: Error): void;
  readonly busy: boolean;
}

const LONGEST_REST_MS = 3_600_000;

type Parts = LeaveParts & Pick<DaemonParts, 'engine'>;

export function openRunner(parts: Parts, onChange: (repo: string, progress: boolean) => void): Runner {
  const { host, queues, bus, flows, engine } = parts;
  const running = new Map<WorkId, { done: Promise<void>; cancel: AbortController }>();
  const perRepo = new Map<string, number>();
  const exclusive = new Set<string>();
  const lastServed = new Map<string, number>();
  /** Items that met an outage rest for a while instead of hammering the forge. */
  const cool = new Map<WorkId, number>();
  /** How often in a row that was: each time the rest is twice as long. */
  const setbacks = new Map<WorkId, number>();
  const stop = new AbortController();
  let served = 0;

  // A store that takes nothing (its disk is full) must not cost an item its place or the daemon a slot.
  const sayError = (work: WorkId | null, error: unknown) =>
    bus
      .emit({
        type: 'error',
        work,
        message: messageOf(error),
        why: error instanceof AutodevError ? (error.why ?? null) : null,
      })
      .catch(() => {});

  const move = async (repo: WatchedRepo, item: WorkItem, to: Phase) => {
    const from = item.phase;
    if (from === to || !queues.transit(item, to)) return;
    await bus.emit({ type: 'item.phase', work: item.id, from, to });
    await sayPhase(repo, item, to);
  };
  /** What was closed, or left to a person, is not said to be in work: the next step finds out before it does anything. */
  const sayPhase = async (repo: WatchedRepo, item: WorkItem, to: Phase) => {
    if (await isWanted(parts, item.id).catch(() => false)) await say(repo, item, to);
  };
  // The comment is for people and other daemons; losing one edit of it must not lose the work.
  const say = (repo: WatchedRepo, item: WorkItem, text: string) =>
    writeStatus(parts, item, words(repo.language).status(text), true).catch((error: unknown) =>
      sayError(item.id, error),
    );

  /** True when it left something behind that others may go on from. */
  const carryOn = async (
    repo: WatchedRepo,
    item: WorkItem,
    flow: Flow,
    cancel: AbortSignal,
  ): Promise<boolean> => {
    const signal = AbortSignal.any([stop.signal, cancel]);
    // One that is no longer watched has no other settings; the fence refuses it.
    const settingsNow = async () => (await parts.repos()).find(({ name }) => name === repo.name) ?? repo;
    const trusts = async (login: string) => parts.trustsNow(await settingsNow(), login);
    const onPhase = (phase: Phase) => move(repo, item, phase);
    try {
      const over = await writtenEnd(parts.store, item.id);
      if (over !== undefined) {
        await carryOut(parts, repo, over, host.clock.now() - item.queuedAt);
        return STANDINGS[over.left.outcome].progress;
      }
      if (!(await admitAgain(parts, repo, item))) return false;
      const done = await engine.advance(
        flow,
        { work: item.id, phase: item.phase, settings: repo, settingsNow, trusts, onPhase },
        signal,
      );
      setbacks.delete(item.id);
      // What people changed meanwhile holds for how it leaves, too.
      const now = await settingsNow();
      if (done.kind === 'rest') await move(now, item, done.phase);
      else if (done.kind === 'superseded') {
        await bus.emit({ type: 'item.waiting', work: item.id, reason: done.reason, until: null });
        await move(now, item, flow.phases[0]);
        await say(now, item, publicLine(done.reason, item.repo));
      } else if (done.kind === 'waiting') await postpone(parts, now, item, done);
      else if (done.kind === 'question') return await leaveAsking(parts, now, item, done);
      else if (done.kind === 'taken') await giveAway(parts, now, item, done);
      else return STANDINGS[await leave(parts, now, item, done, stop.signal)].progress;
    } catch (error) {
      if (stop.signal.aborted || isAutodevError(error, 'interrupted')) return false;
      const run = await parts.store.runs.unfinished(item.id);
      if (error instanceof Taken && run !== undefined) {
        await giveAway(parts, repo, item, { kind: 'taken', run, reason: error.message });
        return false;
      }
      if (cancel.aborted) {
        if (run !== undefined)
          await leave(
            parts,
            repo,
            item,
            {
              kind: 'end',
              run,
              outcome: 'skip',
              reason: 'cancelled',
              lesson: null,
              carry: [],
            },
            stop.signal,
          );
        return false;
      }
      await sayError(item.id, error);
      if (error instanceof Dropped) {
        queues.remove(item);
        await bus.emit({ type: 'item.refused', work: item.id, reason: error.message });
        return false;
      }
      // Freezing or leaving met an outage: labels still say that the item is ours, so it is tried again in a while.
      const times = setbacks.get(item.id) ?? 0;
      setbacks.set(item.id, times + 1);
      const wait = Math.min(parts.settings().retry_base_secs * 1_000 * 2 ** times, LONGEST_REST_MS);
      cool.set(item.id, host.clock.now() + wait);
      await move(repo, item, flow.phases[0]);
    }
    return false;
  };

  return {
    start: (repo, item) => {
      const flow = flows.of(item.id);
      const key = queues.exclusiveKey(item);
      served += 1;
      lastServed.set(item.repo, served);
      perRepo.set(item.repo, (perRepo.get(item.repo) ?? 0) + 1);
      if (key !== undefined) exclusive.add(key);
      cool.delete(item.id);
      const cancel = new AbortController();
      const done = carryOn(repo, item, flow, cancel.signal)
        .catch(async (error: unknown) => {
          await sayError(item.id, error);
          return false;
        })
        .then((progress) => {
          running.delete(item.id);
          perRepo.set(item.repo, (perRepo.get(item.repo) ?? 1) - 1);
          if (key !== undefined) exclusive.delete(key);
          onChange(item.repo, progress);
        });
      running.set(item.id, { done, cancel });
    },
    load: (now) => {
      const resting = [...cool].filter(([id, until]) => until > now && queues.has(id)).map(([id]) => id);
      return {
        load: { running: new Set([...running.keys(), ...resting]), perRepo, exclusive, lastServed },
        resting: resting.length,
      };
    },
    cancel: (id) => {
      const entry = running.get(id);
      entry?.cancel.abort(new Cancelled('cancelled'));
      return entry !== undefined;
    },
    standing: (id) => ({ running: running.has(id), restsUntil: cool.get(id) ?? null }),
    settled: async () => {
      await Promise.allSettled([...running.values()].map(({ done }) => done));
    },
    halt: (reason) => stop.abort(reason),
    get busy() {
      return running.size > 0;
    },
  };
}
