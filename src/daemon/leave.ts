import type { WorkItem } from '../work/item.ts';
import type { Outcome } from '../work/phases.ts';
import type { Advance } from '../workflows/engine/advance.ts';
import { ledger } from '../workflows/engine/ledger.ts';
import { changeLabels, LEAVING } from '../workflows/engine/settle.ts';
import { isOurs, marked, marker } from '../workflows/marker.ts';
import { words } from '../workflows/words.ts';
import { writeStatus } from './claim.ts';
import { settleLeft } from './settle-left.ts';
import type { DaemonParts, WatchedRepo } from './parts.ts';

type Ended = Advance & { kind: 'end' };

const LONGEST_WAIT_MS = 6 * 3_600_000;

/**
 * An item leaves the queue: attempts counted, its end written down, labels settled, run closed – in this order, so that
 * a crash between any two of them is found in the journal and comes to the same end.
 */
export async function leave(
  parts: DaemonParts,
  repo: WatchedRepo,
  item: WorkItem,
  ended: Ended,
  signal: AbortSignal,
): Promise<Outcome> {
  const { store, forge, bus, host } = parts;
  let outcome = ended.outcome;
  let reason = ended.reason;
  const kept = {
    work: item.id,
    inputHash: ended.run.inputHash,
    carryFrom: ended.run.id,
    carry: ended.carry,
    lesson: ended.lesson,
  };
  if (outcome === 'failed') {
    const failures = ((await store.attempts.get(item.id))?.failures ?? 0) + 1;
    if (failures >= repo.max_attempts) {
      await sayGaveUp(parts, repo, item, ended, failures, signal);
      // The count begins anew when a person lets it try again; what was paid for is still not paid again.
      await store.attempts.put({ ...kept, failures: 0, notBefore: 0, lastError: reason });
      outcome = 'skip';
      reason = `gave up after ${failures} attempts: ${reason}`;
    } else {
      const wait = Math.min(parts.settings().retry_base_secs * 1_000 * 4 ** (failures - 1), LONGEST_WAIT_MS);
      await store.attempts.put({ ...kept, failures, notBefore: host.clock.now() + wait, lastError: reason });
    }
  } else if (outcome === 'waits') {
    // Whatever it waits for, asking again at once would only hammer the forge.
    const notBefore = host.clock.now() + repo.scan_interval_secs * 1_000;
    await store.attempts.put({
      ...kept,
      carryFrom: null,
      carry: [],
      failures: 0,
      notBefore,
      lastError: reason,
    });
  } else await store.attempts.clear(item.id);
  await store.runs.leave(ended.run.id, { outcome, reason });
  await changeLabels(
    forge,
    { work: item.id, repo: item.repo, number: item.number },
    LEAVING[outcome],
    bus.emit,
  );
  await writeStatus(parts, item, words(repo.language).status(`${outcome}: ${reason}`), false);
  await settleLeft(parts, ended.run, { outcome, reason }, host.clock.now() - item.queuedAt);
  return outcome;
}

/** Not now: no budget, or no agent that could work. No attempt is counted; the item is found again when the time has come. */
export async function postpone(
  parts: DaemonParts,
  repo: WatchedRepo,
  item: WorkItem,
  postponed: Advance & { kind: 'postponed' },
): Promise<void> {
  const { store, forge, bus } = parts;
  const { run, reason, until, cause } = postponed;
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
  await changeLabels(forge, { work: item.id, repo: item.repo, number: item.number }, LEAVING.waits, bus.emit);
  await writeStatus(parts, item, words(repo.language).status(reason), false);
  parts.queues.remove(item);
  await bus.emit({ type: 'item.waiting', work: item.id, reason, until, cause });
}

async function sayGaveUp(
  parts: DaemonParts,
  repo: WatchedRepo,
  item: WorkItem,
  ended: Ended,
  failures: number,
  signal: AbortSignal,
): Promise<void> {
  const { store, host, forge, bus, logins } = parts;
  const w = words(repo.language);
  const mark = marker('gave-up', ended.run.id);
  const detail = ended.lesson?.text ?? '';
  const body = marked(
    [
      `**${w.gaveUp(failures)}** ${ended.reason}`,
      ...(detail === '' ? [] : ['```', detail.slice(-2_000).replaceAll('```', "'''"), '```']),
      w.gaveUpHow,
    ].join('\n\n'),
    mark,
  );
  await ledger({
    store,
    clock: host.clock,
    run: ended.run.id,
    work: item.id,
    signal,
    fence: async () => {},
    emit: bus.emit,
  }).perform({
    kind: 'comment',
    target: 'gave-up',
    intent: {},
    find: async () =>
      (await forge.comments(item.repo, item.number)).find((comment) => isOurs(comment, mark, logins)),
    write: () => forge.comment(item.repo, item.number, body),
  });
}
