import { isAutodevError } from '../work/errors.ts';
import { parseWorkId, workId, type WorkId, type WorkType } from '../work/ids.ts';
import type { Issue } from '../work/issue.ts';
import { LABEL } from '../work/labels.ts';
import type { Pull } from '../work/pull.ts';
import { changeLabels } from '../workflows/engine/settle.ts';
import { claim, everClaimed, foreignClaim } from './claim.ts';
import type { DaemonParts, WatchedRepo } from './parts.ts';
import { itemOf } from './scan.ts';
import { settleLeft } from './settle-left.ts';

/**
 * Open items marked wip that no queue and no other daemon owns: what a crash left behind. One whose run is unfinished
 * in the journal is taken up again where it stood; any other loses the label and is found by the next scan.
 */
export async function recover(parts: DaemonParts, repo: WatchedRepo): Promise<void> {
  const { forge, store, queues, bus } = parts;
  for (const orphan of await forge.labelled(repo.name, LABEL.wip)) {
    const types: WorkType[] = orphan.isPull ? ['pr', 'merge'] : ['issue'];
    const ids = types.map((type) => workId(type, repo.name, orphan.number));
    if (ids.some((id) => queues.has(id))) continue;
    if ((await foreignClaim(parts, { repo: repo.name, number: orphan.number })) !== undefined) continue;
    const runs = await Promise.all(ids.map((id) => store.runs.unfinished(id)));
    const open = runs.find((run) => run !== undefined);
    if (open !== undefined && (await takeUp(parts, repo, open.work))) continue;
    const work = ids[0];
    if (work === undefined || (await freshForeignLabel(parts, repo, orphan.number))) continue;
    await changeLabels(
      forge,
      { work, repo: repo.name, number: orphan.number },
      { remove: [LABEL.wip] },
      bus.emit,
    );
  }
}

/** A wip that somebody else put there lately, without a claim we can read: theirs until the claim would have expired. */
async function freshForeignLabel(parts: DaemonParts, repo: WatchedRepo, number: number): Promise<boolean> {
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
export async function recoverSettled(parts: DaemonParts, repo: WatchedRepo): Promise<void> {
  const { store, queues } = parts;
  for (const run of await store.runs.open(repo.name)) {
    if (queues.has(run.work)) continue;
    const entry = await entryOf(parts, run.work);
    if (entry === undefined) continue;
    const wip = entry.labels.includes(LABEL.wip);
    if (run.leaving !== null && !wip) await settleLeft(parts, run, run.leaving, 0);
    else if (entry.state === 'open') continue;
    else if (wip) await takeUp(parts, repo, run.work);
    else {
      const how = entry.labels.includes(LABEL.done) ? 'done' : 'dropped';
      await store.runs.finish(run.id, how, 'it was closed');
    }
  }
}

async function takeUp(parts: DaemonParts, repo: WatchedRepo, work: WorkId): Promise<boolean> {
  const { flows, queues, bus, host } = parts;
  const { type } = parseWorkId(work);
  const flow = flows.find((each) => each.type === type);
  const entry = await entryOf(parts, work);
  if (flow === undefined || entry === undefined) return false;
  const item = itemOf(flow, repo, entry, host.clock.now());
  if (!(await claim(parts, item, repo.language))) return true;
  queues.push(item);
  await bus.emit({ type: 'item.queued', work: item.id, phase: item.phase, title: item.title });
  return true;
}

async function entryOf(parts: DaemonParts, work: WorkId): Promise<Issue | Pull | undefined> {
  const { type, repo, number } = parseWorkId(work);
  try {
    return type === 'issue' ? await parts.forge.issue(repo, number) : await parts.forge.pull(repo, number);
  } catch (error) {
    if (isAutodevError(error, 'forge_not_found')) return undefined;
    throw error;
  }
}
