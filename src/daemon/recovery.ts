import type { RunRecord } from '../store/tables/runs.ts';
import { parseWorkId, workId, type WorkId } from '../work/ids.ts';
import { LABEL } from '../work/labels.ts';
import { claim, everClaimed, foreignClaim, lostClaim } from './claims/claim.ts';
import { readEntry } from './intake/entry.ts';
import { setLabels } from './claims/marks.ts';
import type { WatchedRepo } from './parts.ts';
import { overMeanwhile } from './leaving/over-meanwhile.ts';
import { sayLeft } from './leaving/say-left.ts';
import { carryOut, writtenEnd } from './leaving/leave.ts';
import { settleLeft, type SettleParts } from './leaving/settle-left.ts';
import { itemOf, type TakeParts } from './intake/take.ts';

export type RecoverParts = TakeParts & SettleParts;

/**
 * Open items marked wip that no queue and no other daemon owns: what a crash left behind. One whose run is unfinished
 * in the journal is taken up again where it stood; any other loses the label and is found by the next scan.
 */
export async function recover(parts: RecoverParts, repo: WatchedRepo): Promise<void> {
  const { forge, store, queues, flows } = parts;
  for (const orphan of await forge.labelled(repo.name, LABEL.wip)) {
    const target = orphan.isPull ? 'pulls' : 'issues';
    const ids = [...flows]
      .filter(({ items }) => items.on === 'forge' && items.target === target)
      .map(({ type }) => workId(type, repo.name, orphan.number));
    if (ids.some((id) => queues.has(id))) continue;
    if ((await foreignClaim(parts, { repo: repo.name, number: orphan.number })) !== undefined) continue;
    const runs = await Promise.all(ids.map((id) => store.runs.unfinished(id)));
    const open = runs.find((run) => run !== undefined);
    if (open !== undefined && (await takeUp(parts, repo, open.work))) continue;
    const work = ids[0];
    if (work === undefined || (await freshForeignLabel(parts, repo, orphan.number))) continue;
    await setLabels(parts, work, { remove: [LABEL.wip] });
  }
}

/** A wip that somebody else put there lately, without a claim we can read: theirs until the claim would have expired. */
async function freshForeignLabel(parts: RecoverParts, repo: WatchedRepo, number: number): Promise<boolean> {
  const { forge, logins, host } = parts;
  if (await everClaimed(parts, { repo: repo.name, number })) return false;
  const history = await forge.labelHistory(repo.name, number);
  const applied = history.findLast((change) => change.label === LABEL.wip && change.added);
  if (applied === undefined || logins.includes(applied.actor)) return false;
  return Date.parse(applied.at) > host.clock.now() - parts.settings().claim_ttl_hours * 3_600_000;
}

/**
 * At start: runs the journal knows as unfinished that no list of wip items shows: its item is closed by now (it was
 * merged, and we died before we could say so), or its labels were settled and we died right after.
 */
export async function recoverSettled(parts: RecoverParts, repo: WatchedRepo): Promise<void> {
  const { store, queues, flows, forge, host } = parts;
  for (const run of await store.runs.open(repo.name)) {
    if (queues.has(run.work) || flows.find(parseWorkId(run.work).type) === undefined) continue;
    const read = await readEntry(flows, { forge, store, clock: host.clock }, run.work);
    if (flows.onForge(run.work) === undefined) {
      // Nothing but the journal tells how far it came: an end that was written down holds, anything else goes on.
      if (run.leaving !== null) await settleLeft(parts, run, run.leaving, 0);
      else if (read === undefined)
        await store.runs.finish(run.id, 'dropped', 'there is no such item any more');
      else await takeUp(parts, repo, run.work);
      continue;
    }
    if (read?.on !== 'forge') continue;
    const { entry } = read;
    const wip = entry.labels.includes(LABEL.wip);
    if (run.leaving !== null && !wip) await settleLeft(parts, run, run.leaving, 0);
    else if (entry.state === 'open') continue;
    else if (wip) await takeUp(parts, repo, run.work);
    else await endOver(parts, repo, run, entry.labels.includes(LABEL.done));
  }
}

/** Merged or closed while no daemon ran: that is how it ended, and nothing else would ever say so. */
async function endOver(
  parts: RecoverParts,
  { language }: WatchedRepo,
  run: RunRecord,
  done: boolean,
): Promise<void> {
  const over = await overMeanwhile(parts, run.work);
  if (over === undefined) return;
  const outcome = done ? 'done' : over.outcome;
  await sayLeft(parts, language, run.work, outcome, over.reason);
  await settleLeft(parts, run, { ...over, outcome }, 0);
}

async function takeUp(parts: RecoverParts, repo: WatchedRepo, work: WorkId): Promise<boolean> {
  const { flows, queues, bus, host, forge, store } = parts;
  const over = await writtenEnd(store, work);
  if (over !== undefined) {
    if (!(await lostClaim(parts, parseWorkId(work)))) await carryOut(parts, repo, over, 0);
    return true;
  }
  const read = await readEntry(flows, { forge, store, clock: host.clock }, work);
  if (read === undefined) return false;
  const item = itemOf(flows.of(work), repo, read.entry, host.clock.now());
  if (!(await claim(parts, item, repo.language))) return true;
  queues.push(item);
  await bus.emit({ type: 'item.queued', work: item.id, phase: item.phase, title: item.title });
  return true;
}
