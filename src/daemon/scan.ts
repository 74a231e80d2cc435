import type { Listing } from '../forge/forge.ts';
import { isRefusal } from '../work/errors.ts';
import { parseWorkId, workId } from '../work/ids.ts';
import type { Issue } from '../work/issue.ts';
import { ours } from '../work/labels.ts';
import type { Pull } from '../work/pull.ts';
import type { Flow } from '../workflows/engine/flow.ts';
import type { ForgeItems } from '../workflows/engine/items.ts';
import { moveCursor, readCursor } from './intake/cursor.ts';
import { readEntry } from './intake/entry.ts';
import { overMeanwhile } from './leaving/over-meanwhile.ts';
import { contextFor, type WatchedRepo } from './parts.ts';
import { scanOwn } from './intake/scan-own.ts';
import { blockedBySibling, itemOf, take, type ScanParts } from './intake/take.ts';
import { sayTurnedAway } from './intake/turned-away.ts';
import { settleWanted, wantedItems } from './intake/wanted.ts';

/** What people said below items that changed, as they were listed at that time of the forge's clock. */
export type Heed = (
  repo: WatchedRepo,
  changed: readonly (Issue | Pull)[],
  forgeTime: string,
) => Promise<void>;

/** Looks for work in one repository: what changed since the cursor, what may be ripe by now, what flows find themselves. */
export async function scan(
  parts: ScanParts,
  repo: WatchedRepo,
  { lookBack = false, heed = async () => {} }: { lookBack?: boolean; heed?: Heed | undefined } = {},
): Promise<void> {
  for (const target of ['issues', 'pulls'] as const)
    if (repo.scan_targets.includes(target)) await scanTarget(parts, repo, target, { lookBack, heed });
  await scanWanted(parts, repo);
  for (const flow of parts.flows)
    if (flow.items.on === 'journal') await scanOwn(parts, repo, flow, flow.items);
}

/** What people say below items that changed; nothing is taken, and the cursor stays where it is. */
export async function listen(parts: ScanParts, repo: WatchedRepo, heed: Heed): Promise<void> {
  for (const target of repo.scan_targets) {
    const { since } = await readCursor(parts, repo, target, false);
    const { items, forgeTime } = await openEntries(parts, repo, target, since);
    await heed(repo, byCreation(items.filter(({ updatedAt }) => updatedAt >= since)), forgeTime);
  }
}

function openEntries(
  { forge }: ScanParts,
  { name }: WatchedRepo,
  target: 'issues' | 'pulls',
  from: string | null,
): Promise<Listing<Issue | Pull>> {
  return target === 'issues' ? forge.openIssues(name, from) : forge.openPulls(name, from);
}

/** What people asked for by name, however long ago it changed. */
async function scanWanted(parts: ScanParts, repo: WatchedRepo): Promise<void> {
  const { store, forge, flows, host } = parts;
  for (const work of await wantedItems(store, repo.name)) {
    const flow = flows.find(parseWorkId(work).type);
    const read = flow && (await readEntry(flows, { forge, store, clock: host.clock }, work));
    const settled =
      flow?.items.on !== 'forge' || read?.on !== 'forge'
        ? 'refused'
        : await consider(parts, repo, flow, flow.items, read.entry);
    if (settled !== 'later' || parts.queues.has(work)) await settleWanted(store, work);
  }
}

async function scanTarget(
  parts: ScanParts,
  repo: WatchedRepo,
  target: 'issues' | 'pulls',
  { lookBack, heed }: { lookBack: boolean; heed: Heed },
): Promise<void> {
  const { store, bus } = parts;
  const { since, lastSeen } = await readCursor(parts, repo, target, lookBack);
  const listed = [...parts.flows].flatMap((flow) =>
    flow.items.on === 'forge' && flow.items.target === target ? [{ flow, items: flow.items }] : [],
  );
  const whole = listed.some(({ items }) => items.everyScan?.(repo));
  const from = whole ? null : since;
  const listing = await openEntries(parts, repo, target, from);
  const entries = byCreation(listing.items);
  const changed = entries.filter(({ updatedAt }) => updatedAt >= since);
  for (const { number, labels } of changed) await store.labels.see(repo.name, number, ours(labels));
  await heed(repo, changed, listing.forgeTime);
  const later: string[] = [];
  let taken = 0;
  for (const { flow, items } of listed) {
    for (const entry of items.everyScan === undefined ? changed : entries) {
      const settled = await consider(parts, repo, flow, items, entry);
      if (settled === 'taken') taken += 1;
      if (settled === 'later' && items.everyScan === undefined) later.push(entry.updatedAt);
    }
    for (const entry of await unchangedOnes(parts, repo, flow, items, changed))
      if ((await consider(parts, repo, flow, items, entry)) === 'taken') taken += 1;
  }
  const held = later.sort()[0];
  await moveCursor(parts, repo, target, held ?? newest(changed, lastSeen));
  await bus.emit({ type: 'repo.scanned', repo: repo.name, target, found: listing.items.length, taken });
}

/** Those that did not change themselves, but may go on by what changed elsewhere. */
async function unchangedOnes(
  parts: ScanParts,
  repo: WatchedRepo,
  flow: Flow,
  items: ForgeItems,
  changed: readonly (Issue | Pull)[],
): Promise<(Issue | Pull)[]> {
  const found = new Map<number, Issue | Pull>();
  for (const entry of (await items.revisit?.(contextFor(parts, repo))) ?? []) found.set(entry.number, entry);
  for (const entry of await stillWaiting(parts, repo, flow)) found.set(entry.number, entry);
  // All open ones were looked at already.
  if (items.everyScan?.(repo) === true) return [];
  for (const { number } of changed) found.delete(number);
  return byCreation([...found.values()]);
}

/** What waits in this flow and is still open; what was closed waits no longer. Unchanged, each costs no quota. */
async function stillWaiting(parts: ScanParts, repo: WatchedRepo, { type }: Flow): Promise<(Issue | Pull)[]> {
  const { store, forge, flows, host, bus } = parts;
  const open: (Issue | Pull)[] = [];
  for (const { work } of await store.waits.ofRepo(repo.name)) {
    if (parseWorkId(work).type !== type) continue;
    const read = await readEntry(flows, { forge, store, clock: host.clock }, work);
    if (read?.on === 'forge' && read.entry.state === 'open') {
      open.push(read.entry);
      continue;
    }
    const over = await overMeanwhile(parts, work);
    await bus.emit({ type: 'item.refused', work, reason: over?.reason ?? 'it is gone from the forge' });
    await store.waits.clear(work);
  }
  return open;
}

/** What the forge refuses about one item must not keep the others from being looked at. */
async function consider(
  parts: ScanParts,
  repo: WatchedRepo,
  flow: Flow,
  items: ForgeItems,
  entry: Issue | Pull,
): Promise<Settled> {
  try {
    return await settle(parts, repo, flow, items, entry);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const work = workId(flow.type, repo.name, entry.number);
    await parts.bus.emit({ type: 'error', work, message: error.message, why: error.why ?? null });
    return 'later';
  }
}

type Settled = 'taken' | 'refused' | 'later';

async function settle(
  parts: ScanParts,
  repo: WatchedRepo,
  flow: Flow,
  items: ForgeItems,
  entry: Issue | Pull,
): Promise<Settled> {
  const { queues } = parts;
  const id = workId(flow.type, repo.name, entry.number);
  // In the queue: whether it is finished is only known when it leaves, so the cursor waits for it.
  if (queues.has(id) || blockedBySibling(parts, flow, repo.name, entry.number)) return 'later';
  if (parts.isPaused()) return 'later';
  const context = contextFor(parts, repo);
  const screened = items.screen(entry, context);
  if (!screened.take) {
    await parts.store.waits.clear(id);
    return screened.final ? 'refused' : 'later';
  }
  if (queues.countOf(repo.name) >= repo.max_queued) return 'later';
  const admitted = await items.admit(entry, context);
  if (!admitted.take) {
    await sayTurnedAway(parts, items, entry, { work: id, ...admitted });
    // What is parked is remembered by itself: the cursor need not wait for it.
    return admitted.final || admitted.parked === true ? 'refused' : 'later';
  }
  await parts.store.waits.clear(id);
  return (await take(parts, repo, itemOf(flow, repo, entry, parts.host.clock.now()))) ? 'taken' : 'later';
}

const byCreation = (entries: readonly (Issue | Pull)[]) =>
  [...entries].sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.number - b.number);
const newest = (entries: readonly (Issue | Pull)[], atLeast: string) =>
  entries.map(({ updatedAt }) => updatedAt).reduce((a, b) => (a > b ? a : b), atLeast);
