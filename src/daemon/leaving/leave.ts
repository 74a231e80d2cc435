import type { Store } from '../../store/store.ts';
import type { Leaving, RunRecord } from '../../store/tables/runs.ts';
import { counted } from '../../work/counted.ts';
import { isAutodevError } from '../../work/errors.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import type { WorkItem } from '../../work/item.ts';
import { STANDINGS, type Outcome } from '../../work/standings.ts';
import type { Advance } from '../../workflows/engine/advance.ts';
import { Dropped, Superseded } from '../../workflows/engine/stops/interruptions.ts';
import { forgetKept, keptBefore } from '../../workflows/engine/stops/kept-work.ts';
import { words } from '../../workflows/words.ts';
import { mustHold, writeStatus, type ClaimParts } from '../claims/claim.ts';
import { setLabels } from '../claims/marks.ts';
import { publicLine } from '../claims/public-line.ts';
import type { DaemonParts, WatchedRepo } from '../parts.ts';
import { sayGaveUp } from './last-word.ts';
import { overMeanwhile } from './over-meanwhile.ts';
import { settleLeft, type SettleParts } from './settle-left.ts';

type Ended = Advance & { kind: 'end' };

const LONGEST_WAIT_MS = 6 * 3_600_000;

/** What leaving touches: labels and claim, the journal, the queue, the worktree. */
export type LeaveParts = ClaimParts & SettleParts & Pick<DaemonParts, 'trustsNow' | 'repos'>;

/**
 * An item leaves the queue: attempts counted, its end written down, labels settled, run closed – in this order, so that
 * a crash between any two of them is found in the journal and comes to the same end.
 */
export async function leave(
  parts: LeaveParts,
  repo: WatchedRepo,
  item: WorkItem,
  ended: Ended,
  signal: AbortSignal,
): Promise<Outcome> {
  const { store, host } = parts;
  const { run } = ended;
  await mustHold(parts, item);
  const over = ended.outcome === 'failed' ? await overMeanwhile(parts, item.id) : undefined;
  const left =
    ended.outcome === 'failed' && over === undefined
      ? await leaveFailed(parts, repo, item, ended, signal)
      : await leaveSettled(parts, repo, item, { ...ended, ...over });
  await store.runs.leave(run.id, left);
  await carryOut(parts, repo, { run, left }, host.clock.now() - item.queuedAt);
  return left.outcome;
}

/** An end that is written down, of a run that is not closed yet. */
interface WrittenEnd {
  run: RunRecord;
  left: Leaving;
}

/**
 * How an unfinished run has ended already: what it is to be gone on with instead of its next step. One that left with a
 * question has not ended; it asks once more, which costs nothing.
 */
export async function writtenEnd({ runs }: Store, work: WorkId): Promise<WrittenEnd | undefined> {
  const run = await runs.unfinished(work);
  const left = run?.leaving;
  return run && left && left.question === undefined ? { run, left } : undefined;
}

/**
 * Labels and status, then the run is closed. Done again after an outage or a crash, it comes to the same. Throws `Taken`
 * when another daemon holds the item.
 */
export async function carryOut(
  parts: ClaimParts & SettleParts,
  repo: Pick<WatchedRepo, 'language'>,
  { run, left }: WrittenEnd,
  durationMs: number,
): Promise<void> {
  await mustHold(parts, parseWorkId(run.work));
  // A person may have had it tried again meanwhile.
  if ((await writtenEnd(parts.store, run.work))?.run.id !== run.id) return;
  await sayWhereItStands(parts, repo, run.work, left);
  await settleLeft(parts, run, left, durationMs);
  if (left.outcome === 'done') await forgetKept(parts.store, run.work);
}

/** What the next attempt takes over. */
const kept = ({ run, carry, lesson }: Ended) => ({
  work: run.work,
  inputHash: run.inputHash,
  carryFrom: run.id,
  carry,
  lesson,
});

/** Tried again later, or given up after too many attempts. */
async function leaveFailed(
  parts: LeaveParts,
  repo: WatchedRepo,
  item: WorkItem,
  ended: Ended,
  signal: AbortSignal,
): Promise<Leaving> {
  const { store, host } = parts;
  const { reason: lastError } = ended;
  const failures = ((await store.attempts.get(item.id))?.failures ?? 0) + 1;
  if (failures < repo.max_attempts) {
    const wait = Math.min(parts.settings().retry_base_secs * 1_000 * 4 ** (failures - 1), LONGEST_WAIT_MS);
    await store.attempts.put({ ...kept(ended), failures, notBefore: host.clock.now() + wait, lastError });
    return { outcome: 'failed', reason: lastError };
  }
  try {
    await sayGaveUp(parts, repo, item, ended, failures, signal);
  } catch (error) {
    if (error instanceof Dropped)
      return leaveSettled(parts, repo, item, { ...ended, outcome: 'dropped', reason: error.message });
    if (!(error instanceof Superseded)) throw error;
    // It says something else by now: that has not been tried yet.
    await store.attempts.clear(item.id);
    return { outcome: 'failed', reason: `${error.message}; before that: ${lastError}` };
  }
  // The count begins anew when a person lets it try again; what was paid for is still not paid again.
  await store.attempts.put({ ...kept(ended), failures: 0, notBefore: 0, lastError });
  return { outcome: 'skip', reason: `gave up after ${counted(failures, 'attempt')}: ${lastError}` };
}

async function leaveSettled(
  { store, host, flows }: LeaveParts,
  repo: WatchedRepo,
  item: WorkItem,
  ended: Ended,
): Promise<Leaving> {
  const { outcome, reason } = ended;
  if (outcome === 'waiting') {
    // Whatever it waits for, asking again at once would only hammer the forge.
    const notBefore = host.clock.now() + repo.scan_interval_secs * 1_000;
    const nothing = { carryFrom: null, carry: [] };
    await store.attempts.put({ ...kept(ended), ...nothing, failures: 0, notBefore, lastError: reason });
  } else if (outcome === 'dropped' && flows.onForge(item.id) !== undefined) {
    // Reopened, unlabelled or trusted again, unchanged: what was paid for is not paid again.
    const failures = (await store.attempts.get(item.id))?.failures ?? 0;
    await store.attempts.put({ ...kept(ended), failures, notBefore: 0, lastError: reason });
  } else await store.attempts.clear(item.id);
  const before = outcome === 'done' ? await keptBefore(store, item.id) : undefined;
  return { outcome, reason: before === undefined ? reason : `${reason}; ${before}` };
}

/** Labels and status comment. Where nobody may write any more they stay: recovery clears them when we may again. */
async function sayWhereItStands(
  parts: ClaimParts & SettleParts,
  { language }: Pick<WatchedRepo, 'language'>,
  work: WorkId,
  { outcome, reason }: Leaving,
): Promise<void> {
  const item = parseWorkId(work);
  const standing = STANDINGS[outcome];
  const text = `${standing.words[language]}: ${outcome === 'done' ? reason : publicLine(reason, item.repo)}`;
  try {
    await setLabels(parts, work, standing.labels);
    await writeStatus(parts, item, words(language).status(text), false);
  } catch (error) {
    if (outcome !== 'dropped' || !isAutodevError(error, 'forge_forbidden', 'forge_not_found')) throw error;
    const message = `its labels could not be changed: ${error.message}`;
    await parts.bus.emit({ type: 'error', work, message, why: reason });
  }
}

/** Not now: no budget, or no agent that could work. No attempt is counted; the item is found again when the time has come. */
export async function postpone(
  parts: LeaveParts,
  repo: WatchedRepo,
  item: WorkItem,
  postponed: Advance & { kind: 'waiting' },
): Promise<void> {
  const { store, bus } = parts;
  const { run, reason, until, cause } = postponed;
  await mustHold(parts, item);
  const failed = await store.attempts.get(item.id);
  const fresh = {
    work: item.id,
    inputHash: run.inputHash,
    failures: 0,
    carryFrom: null,
    carry: [],
    lesson: null,
  };
  await store.attempts.put({ ...(failed ?? fresh), notBefore: until, lastError: reason });
  await setLabels(parts, item.id, STANDINGS.waiting.labels);
  await writeStatus(parts, item, words(repo.language).status(publicLine(reason, item.repo)), false);
  parts.queues.remove(item);
  await bus.emit({ type: 'item.waiting', work: item.id, reason, until, cause });
}
