import { isoSeconds, isoTime } from '../host/clock.ts';
import type { Listing } from '../forge/forge.ts';
import { workId, type WorkType } from '../work/ids.ts';
import type { Issue } from '../work/issue.ts';
import type { WorkItem } from '../work/item.ts';
import { LABEL } from '../work/labels.ts';
import { isPull, type Pull } from '../work/pull.ts';
import type { Flow } from '../workflows/engine/flow.ts';
import { changeLabels } from '../workflows/engine/settle.ts';
import { claim } from './claim.ts';
import { contextFor, type DaemonParts, type WatchedRepo } from './parts.ts';
import { sayTurnedAway } from './turned-away.ts';

/** Looks for work in one repository: what changed since the cursor, and pull requests that may be merged by now. */
export async function scan(parts: DaemonParts, repo: WatchedRepo): Promise<void> {
  if (repo.scan_targets.includes('issues')) await scanTarget(parts, repo, 'issues');
  if (repo.scan_targets.includes('pulls')) await scanTarget(parts, repo, 'pulls');
}

async function scanTarget(parts: DaemonParts, repo: WatchedRepo, target: 'issues' | 'pulls'): Promise<void> {
  const { store, forge, host, flows, bus } = parts;
  const since = await sinceOf(parts, repo, target);
  const flowsHere = flows.filter((flow) => flow.target === target);
  // Whether a pull request can be merged changes without its own time changing, so all open ones are looked at.
  const whole = target === 'pulls' && repo.auto_merge;
  const listing: Listing<Issue | Pull> =
    target === 'issues'
      ? await forge.openIssues(repo.name, since)
      : await forge.openPulls(repo.name, whole ? null : since);
  let taken = 0;
  for (const flow of flowsHere) {
    const merging = flow.type === 'merge';
    const entries = byCreation(listing.items).filter((entry) => merging || entry.updatedAt >= since);
    const later: string[] = [];
    for (const entry of entries) {
      const settled = await consider(parts, repo, flow, entry);
      if (settled === 'taken') taken += 1;
      if (settled === 'later') later.push(entry.updatedAt);
    }
    // The cursor passes only what was taken or finally refused; it is inclusive, so equal times are seen again.
    const held = later.sort()[0];
    const cursor = newest(entries.filter(({ updatedAt }) => held === undefined || updatedAt < held));
    if (!merging) await store.cursors.set(repo.id, target, cursor ?? since, isoTime(host.clock.now()));
  }
  await bus.emit({ type: 'repo.scanned', repo: repo.name, target, found: listing.items.length, taken });
}

/** Where the scan begins: the cursor, or a bounded look back for a repository that was never scanned. */
async function sinceOf(parts: DaemonParts, repo: WatchedRepo, target: string): Promise<string> {
  const cursor = await parts.store.cursors.get(repo.id, target);
  return (
    cursor?.lastSeen ??
    isoSeconds(parts.host.clock.now() - parts.settings().reconcile_window_hours * 3_600_000)
  );
}

const SIBLINGS: Record<WorkType, readonly WorkType[]> = { issue: [], pr: ['merge'], merge: ['pr'] };

async function consider(
  parts: DaemonParts,
  repo: WatchedRepo,
  flow: Flow,
  entry: Issue | Pull,
): Promise<'taken' | 'refused' | 'later'> {
  const { queues } = parts;
  const id = workId(flow.type, repo.name, entry.number);
  // In the queue: whether it is finished is only known when it leaves, so the cursor waits for it.
  if (queues.has(id)) return 'later';
  // Its review and its merge never run side by side.
  if (SIBLINGS[flow.type].some((type) => queues.has(workId(type, repo.name, entry.number)))) return 'later';
  const context = contextFor(parts, repo);
  const screened = flow.screen(entry, context);
  if (!screened.take) return screened.final ? 'refused' : 'later';
  if (queues.countOf(repo.name) >= repo.max_queued) return 'later';
  const admitted = await flow.admit(entry, context);
  if (!admitted.take) {
    await sayTurnedAway(parts, entry, { work: id, type: flow.type, ...admitted });
    return admitted.final ? 'refused' : 'later';
  }
  return (await take(parts, repo, itemOf(flow, repo, entry, parts.host.clock.now()))) ? 'taken' : 'later';
}

/** The claim, then the label, then the queue: whatever a crash leaves of these is found again and never done twice. */
async function take(parts: DaemonParts, repo: WatchedRepo, item: WorkItem): Promise<boolean> {
  if (!(await claim(parts, item, repo.language))) return false;
  await changeLabels(
    parts.forge,
    { work: item.id, repo: item.repo, number: item.number },
    { add: [LABEL.wip] },
    parts.bus.emit,
  );
  parts.queues.push(item);
  await parts.bus.emit({ type: 'item.queued', work: item.id, phase: item.phase, title: item.title });
  return true;
}

export function itemOf(flow: Flow, repo: { name: string }, entry: Issue | Pull, now: number): WorkItem {
  return {
    id: workId(flow.type, repo.name, entry.number),
    type: flow.type,
    repo: repo.name,
    number: entry.number,
    title: entry.title,
    author: entry.author,
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
    headSha: isPull(entry) ? entry.head.sha : '',
    baseRef: isPull(entry) ? entry.base.ref : '',
    phase: 'Pending',
    queuedAt: now,
  };
}

const byCreation = (entries: readonly (Issue | Pull)[]) =>
  [...entries].sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.number - b.number);
const newest = (entries: readonly (Issue | Pull)[]) =>
  entries
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1);
