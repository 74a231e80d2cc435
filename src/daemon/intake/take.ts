import { workId } from '../../work/ids.ts';
import type { WorkItem } from '../../work/item.ts';
import { LABEL } from '../../work/labels.ts';
import type { Issue } from '../../work/issue.ts';
import { isPull, type Pull } from '../../work/pull.ts';
import type { Flow } from '../../workflows/engine/flow.ts';
import type { Candidate } from '../../workflows/engine/items.ts';
import { claim, type ClaimParts } from '../claims/claim.ts';
import { setLabels } from '../claims/marks.ts';
import type { ContextParts, DaemonParts, WatchedRepo } from '../parts.ts';

/** What taking an item touches: its claim, its labels, the queue. */
export type TakeParts = ClaimParts & Pick<DaemonParts, 'queues' | 'bus'>;

/** What finding one needs besides: what a flow's screening and admission read. */
export type ScanParts = TakeParts &
  ContextParts & {
    /** A person paused the daemon, perhaps while the scan was under way: what it finds is left for a later one. */
    isPaused: () => boolean;
  };

/** The claim, then the label, then the queue: whatever a crash leaves of these is found again and never done twice. */
export async function take(parts: TakeParts, repo: WatchedRepo, item: WorkItem): Promise<boolean> {
  if (!(await claim(parts, item, repo.language))) return false;
  await setLabels(parts, item.id, { add: [LABEL.wip] });
  parts.queues.push(item);
  await parts.bus.emit({ type: 'item.queued', work: item.id, phase: item.phase, title: item.title });
  return true;
}

export function itemOf(
  flow: Flow,
  repo: { name: string },
  entry: Candidate | Issue | Pull,
  now: number,
): WorkItem {
  const pull = 'labels' in entry && isPull(entry) ? entry : undefined;
  return {
    id: workId(flow.type, repo.name, entry.number),
    type: flow.type,
    repo: repo.name,
    number: entry.number,
    title: entry.title,
    author: entry.author,
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
    headSha: pull?.head.sha ?? '',
    baseRef: pull?.base.ref ?? '',
    phase: flow.phases[0],
    queuedAt: now,
  };
}

/** Whether another flow has the item of the same number in work, beside which this one must not run. */
export function blockedBySibling(
  { queues }: Pick<DaemonParts, 'queues'>,
  { siblings = [] }: Pick<Flow, 'siblings'>,
  repo: string,
  number: number,
): boolean {
  return siblings.some((type) => queues.has(workId(type, repo, number)));
}
