import type { WorkId } from '../work/ids.ts';
import type { DaemonParts } from './parts.ts';

export type WorktreeParts = Pick<DaemonParts, 'workspaces' | 'store' | 'flows' | 'settings' | 'host'> & {
  /** What is in work is left alone. */
  queues: Pick<DaemonParts['queues'], 'has'>;
};

/** What a daemon that died left of its work in a repository: locks, and worktrees of items that are settled by now. */
export async function clearLeftWorktrees(parts: WorktreeParts, repo: string): Promise<void> {
  await parts.workspaces.tidy(repo);
  await removeOldWorktrees(parts, repo);
}

/**
 * Worktrees that were kept after a failure, or put aside, go when they are old; those of items that are settled go at
 * once: what was cancelled while it waited, or closed by people, had nobody to put its worktree by.
 */
export async function removeOldWorktrees(parts: WorktreeParts, repo: string): Promise<void> {
  const { workspaces, queues, flows, settings, host } = parts;
  const oldest = host.clock.now() - settings().worktree_ttl_hours * 3_600_000;
  for (const { name, modifiedAt } of await workspaces.list(repo)) {
    const id = flows.workIn(repo, name);
    if (id !== undefined && queues.has(id)) continue;
    if (modifiedAt < oldest) await workspaces.discard(repo, name);
    else if (id !== undefined && !(await isWanted(parts, id))) await workspaces.close(repo, name);
  }
}

/** One that failed is kept for people to look at; one in the middle of its work may be gone on with. */
async function isWanted({ store }: WorktreeParts, id: WorkId): Promise<boolean> {
  return (await store.attempts.get(id)) !== undefined || (await store.runs.unfinished(id)) !== undefined;
}
