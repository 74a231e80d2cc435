import type { Changes } from '../../api/board/changes.ts';
import type { Forge } from '../../forge/forge.ts';
import type { Store } from '../../store/store.ts';
import { messageOf } from '../../work/errors.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import type { Flows } from '../../workflows/engine/flows.ts';
import { filesOfPatch } from './patch-files.ts';

const LARGEST = 4 * 1024 * 1024;

/** The difference between two commits of a repository, as git tells it. */
export type Difference = (
  repo: string,
  from: string,
  to: string,
  maxBytes: number,
) => Promise<{ text: string; truncated: boolean }>;

/**
 * The diff of an item's pull request as the forge has it; where there is none yet, or no forge to be asked, that of
 * the last commit that a step of its newest run kept.
 */
export async function changesOf(
  id: WorkId,
  from: { store: Store; flows: Flows; forge?: Forge | undefined; difference: Difference },
): Promise<Changes> {
  const { store, flows, forge } = from;
  const { repo } = parseWorkId(id);
  const title = (await store.events.latest(id, 'item.queued'))?.title ?? '';
  const nothing = { id, title, of: null, files: [], truncated: false };
  const number = await pullOf(store, flows, id);
  if (number !== undefined && forge !== undefined) {
    try {
      const files = await forge.files(repo, number);
      return { ...nothing, of: `PR #${number}`, files };
    } catch {
      // What was kept here is told instead.
    }
  }
  const kept = await keptCommit(store, id);
  if (kept === undefined) return nothing;
  try {
    const { text, truncated } = await from.difference(repo, kept.base, kept.commit, LARGEST);
    return { ...nothing, of: `commit ${kept.commit.slice(0, 10)}`, files: filesOfPatch(text), truncated };
  } catch (error) {
    return { ...nothing, title: `${title} (${messageOf(error)})` };
  }
}

/** The one that was opened for the item, or the item itself where it is one. */
async function pullOf(store: Store, flows: Flows, id: WorkId): Promise<number | undefined> {
  if (flows.onForge(id)?.target === 'pulls') return parseWorkId(id).number;
  const [opened] = await store.effects.ofKind(id, 'pull');
  const result = opened?.result ?? {};
  return typeof result === 'object' && 'number' in result && typeof result.number === 'number'
    ? result.number
    : undefined;
}

async function keptCommit(store: Store, id: WorkId): Promise<{ base: string; commit: string } | undefined> {
  const run = await store.runs.latest(id);
  if (run === undefined) return undefined;
  const commit = (await store.steps.finished(run.id)).findLast((step) => step.commit !== null)?.commit;
  const { input } = run;
  const base = typeof input === 'object' && input !== null && 'baseSha' in input ? input.baseSha : undefined;
  return commit && typeof base === 'string' ? { base, commit } : undefined;
}
