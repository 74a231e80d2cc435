import type { Store } from '../../../store/store.ts';
import { parseWorkId, workId } from '../../../work/ids.ts';
import type { WorkContext } from '../../engine/steps/context.ts';
import type { Candidate } from '../../engine/items.ts';
import type { KnowledgeParts } from '../parts.ts';

/** What was done longer ago is the day's report's, not its own. */
const RECENT_MS = 24 * 3_600_000;
const KINDS = ['issue', 'pr'] as const;

interface DoneTask {
  task: (typeof KINDS)[number];
  at: string;
}

/** Issues and pull requests that were done lately and cost enough to be worth a look. Nothing but the store is asked. */
export async function finishedTasks(
  { settings }: KnowledgeParts,
  { store, host, settings: repo }: Pick<WorkContext, 'store' | 'host' | 'settings'>,
): Promise<Candidate[]> {
  const { per_task: wanted, min_usd: least } = settings();
  if (!wanted) return [];
  const now = host.clock.now();
  const span = { repo: repo.name, from: now - RECENT_MS, to: now + 1 };
  const left = await store.events.between({ ...span, types: ['item.left'] });
  return left.flatMap((event) => {
    if (event.type !== 'item.left' || event.outcome !== 'done' || event.question !== undefined) return [];
    const { type, number } = parseWorkId(event.work);
    const isKind = KINDS.some((kind) => kind === type);
    return isKind && event.costUsd >= least
      ? [candidate(number, `lessons of ${type}:${number}`, event.at)]
      : [];
  });
}

export async function readTask(store: Store, repo: string, number: number): Promise<Candidate | undefined> {
  const done = await doneTask(store, repo, number);
  return done && candidate(number, `lessons of ${done.task}:${number}`, done.at);
}

/** Issues and pull requests share their numbers, so only one of them can have been done. */
export async function doneTask(store: Store, repo: string, number: number): Promise<DoneTask | undefined> {
  for (const task of KINDS) {
    const left = await store.events.latest(workId(task, repo, number), 'item.left');
    if (left?.outcome === 'done') return { task, at: left.at };
  }
  return undefined;
}

function candidate(number: number, title: string, at: string): Candidate {
  return { number, title, author: '', createdAt: at, updatedAt: at };
}
