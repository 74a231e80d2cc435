import { messageOf } from '../../work/errors.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import type { Advance } from '../../workflows/engine/advance.ts';
import type { DaemonParts } from '../parts.ts';
import { clearLeftWorktrees, removeOldWorktrees, type WorktreeParts } from '../worktrees.ts';

const SWEEP_MS = 3_600_000;

/** The worktrees of a worker. The coordinator, which ends items, has none of them. */
export interface WorkerWorktrees {
  /** Before anything begins: what an earlier life left here. */
  clear(): Promise<void>;
  /** Every hour: those of items that another worker brought to their end, and old ones. */
  sweepOn(stop: AbortSignal): Promise<void>;
  /** An item is worked on here; what came of it says what becomes of its worktree. */
  during(work: WorkId, advance: () => Promise<Advance>): Promise<Advance>;
}

export function openWorkerWorktrees(
  parts: Omit<WorktreeParts, 'queues'> & Pick<DaemonParts, 'bus'>,
): WorkerWorktrees {
  const { store, workspaces, flows, host, bus } = parts;
  const here = new Set<WorkId>();
  const clearing = { ...parts, queues: { has: (work: WorkId) => here.has(work) } };
  const ofEach = async (work: (repo: string) => Promise<void>) => {
    for (const { name } of await store.repositories.list())
      await work(name).catch((error: unknown) =>
        bus.emit({ type: 'repo.failed', repo: name, message: messageOf(error) }),
      );
  };
  return {
    clear: () => ofEach((repo) => clearLeftWorktrees(clearing, repo)),
    sweepOn: async (stop) => {
      while (!stop.aborted) {
        await host.clock.sleep(SWEEP_MS, stop).catch(() => {});
        if (!stop.aborted) await ofEach((repo) => removeOldWorktrees(clearing, repo));
      }
    },
    during: async (work, carryOn) => {
      here.add(work);
      try {
        const advance = await carryOn();
        const { repo, type, number } = parseWorkId(work);
        const folder = flows.find(type)?.worktree?.folder(number);
        if (folder !== undefined && isOver(advance)) await workspaces.close(repo, folder);
        return advance;
      } finally {
        here.delete(work);
      }
    },
  };
}

/** A failed item's worktree stays for people to look at; it is removed by age. */
const isOver = (advance: Advance): boolean =>
  advance.kind === 'question' || (advance.kind === 'end' && advance.outcome !== 'failed');
