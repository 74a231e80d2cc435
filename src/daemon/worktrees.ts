import { workId, type WorkId, type WorkType } from '../work/ids.ts';
import type { DaemonParts } from './parts.ts';

type Parts = Pick<DaemonParts, 'workspaces' | 'store' | 'queues' | 'settings' | 'host'>;

/** What a daemon that died left of its work in a repository: locks, and worktrees of items that are settled by now. */
export async function clearLeftWorktrees(parts: Parts, repo: string): Promise<void> {
  const { workspaces, store } = parts;
  await workspaces.tidy(repo);
  for (const { name } of await workspaces.list(repo)) {
    const id = itemOf(repo, name);
    if (id === undefined) continue;
    // One that failed is kept for people to look at; one in the middle of its work may be gone on with.
    const wanted =
      (await store.attempts.get(id)) !== undefined || (await store.runs.unfinished(id)) !== undefined;
    if (!wanted) await workspaces.close(repo, name);
  }
  await removeOldWorktrees(parts, repo);
}

/** Worktrees that were kept after a failure, or put aside, go when they are old. */
export async function removeOldWorktrees(parts: Parts, repo: string): Promise<void> {
  const { workspaces, queues, settings, host } = parts;
  const oldest = host.clock.now() - settings().worktree_ttl_hours * 3_600_000;
  for (const { name, modifiedAt } of await workspaces.list(repo)) {
    const id = itemOf(repo, name);
    if (modifiedAt >= oldest || (id !== undefined && queues.has(id))) continue;
    await workspaces.discard(repo, name);
  }
}

const TYPES: Record<string, WorkType> = { issue: 'issue', pr: 'pr', 'merge-pr': 'merge' };

function itemOf(repo: string, worktree: string): WorkId | undefined {
  const match = /^(issue|pr|merge-pr)-(\d+)$/.exec(worktree);
  const type = TYPES[match?.[1] ?? ''];
  return type === undefined ? undefined : workId(type, repo, Number(match?.[2]));
}
