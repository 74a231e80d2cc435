import { isAutodevError } from '../../work/errors.ts';
import type { WorkItem } from '../../work/item.ts';
import { STANDINGS } from '../../work/standings.ts';
import type { Advance } from '../../workflows/engine/advance.ts';
import { Dropped, Taken } from '../../workflows/engine/stops/interruptions.ts';
import { publicLine } from '../claims/public-line.ts';
import { admitAgain } from '../intake/admit-again.ts';
import { giveAway } from '../leaving/give-away.ts';
import { carryOut, leave, postpone, writtenEnd, type LeaveParts } from '../leaving/leave.ts';
import { leaveAsking } from '../leaving/leave-asking.ts';
import { move, sayStatus } from './move.ts';
import type { DaemonParts, WatchedRepo } from '../parts.ts';
import { sayError } from '../say-error.ts';
import type { Setbacks } from './setbacks.ts';

export type CarryParts = LeaveParts & Pick<DaemonParts, 'engine' | 'repoNow'> & { setbacks: Setbacks };

/** One item's time with a slot. */
export interface Turn {
  repo: WatchedRepo;
  item: WorkItem;
  /** The daemon ends. */
  stop: AbortSignal;
  /** A person wants this one no more. */
  cancel: AbortSignal;
}

/**
 * The engine carries one item on as far as it goes; then it is moved or let go by what the engine says. True when it
 * left something behind that others may go on from.
 */
export async function carryOn(parts: CarryParts, turn: Turn): Promise<boolean> {
  try {
    return await advance(parts, turn);
  } catch (error) {
    await interrupted(parts, turn, error);
    return false;
  }
}

async function advance(parts: CarryParts, turn: Turn): Promise<boolean> {
  const { repo, item, stop, cancel } = turn;
  // One that is no longer watched has no other settings; the fence refuses it.
  const lastRead = async () => (await parts.repos()).find(({ name }) => name === repo.name) ?? repo;
  const over = await writtenEnd(parts.store, item.id);
  if (over !== undefined) {
    await carryOut(parts, repo, over, parts.host.clock.now() - item.queuedAt);
    return STANDINGS[over.left.outcome].progress;
  }
  if (!(await admitAgain(parts, repo, item))) return false;
  const done = await parts.engine.advance(
    parts.flows.of(item.id),
    {
      work: item.id,
      phase: item.phase,
      settings: repo,
      settingsNow: async () => (await parts.repoNow?.(repo.name)) ?? lastRead(),
      trusts: async (login) => parts.trustsNow(await lastRead(), login),
      onPhase: (phase) => move(parts, repo, item, phase),
    },
    AbortSignal.any([stop, cancel]),
  );
  parts.setbacks.overcome(item.id);
  // What people changed meanwhile holds for how it leaves, too.
  return letGo(parts, { ...turn, repo: await lastRead() }, done);
}

async function letGo(parts: CarryParts, { repo, item, stop }: Turn, done: Advance): Promise<boolean> {
  switch (done.kind) {
    case 'rest':
      await move(parts, repo, item, done.phase);
      return false;
    case 'superseded':
      await parts.bus.emit({ type: 'item.waiting', work: item.id, reason: done.reason, until: null });
      await move(parts, repo, item, parts.flows.of(item.id).phases[0]);
      await sayStatus(parts, repo, item, publicLine(done.reason, item.repo));
      return false;
    case 'waiting':
      await postpone(parts, repo, item, done);
      return false;
    case 'question':
      return leaveAsking(parts, repo, item, done);
    case 'taken':
      await giveAway(parts, repo, item, done);
      return false;
    default:
      return STANDINGS[await leave(parts, repo, item, done, stop)].progress;
  }
}

async function interrupted(parts: CarryParts, turn: Turn, error: unknown): Promise<void> {
  const { repo, item, stop, cancel } = turn;
  if (stop.aborted || isAutodevError(error, 'interrupted')) return;
  const run = await parts.store.runs.unfinished(item.id);
  if (error instanceof Taken && run !== undefined)
    return giveAway(parts, repo, item, { kind: 'taken', run, reason: error.message });
  if (cancel.aborted) {
    if (run === undefined) return;
    const reason = 'cancelled';
    await leave(
      parts,
      repo,
      item,
      { kind: 'end', run, outcome: 'skip', reason, lesson: null, carry: [] },
      stop,
    );
    return;
  }
  await sayError(parts.bus, item.id, error);
  if (error instanceof Dropped) {
    parts.queues.remove(item);
    await parts.bus.emit({ type: 'item.refused', work: item.id, reason: error.message });
    return;
  }
  // Freezing or leaving met an outage: labels still say that the item is ours, so it is tried again in a while.
  parts.setbacks.met(item.id);
  await move(parts, repo, item, parts.flows.of(item.id).phases[0]);
}
