import type { Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import type { WorkId } from '../../work/ids.ts';

/**
 * What people answered while no daemon could be asked, by item, as the next daemon will take it: in their order, the
 * first answer holds, and what was cancelled or is to be tried anew asks nothing any more.
 */
export async function leftAnswers(store: Store): Promise<Map<WorkId, string>> {
  const answers = new Map<WorkId, string>();
  const withdrawn = new Set<string>();
  const pending = await store.commands.pending();
  if (pending.length === 0) return answers;
  // Only then: zod takes longer to load than `autodev list` takes without it.
  const { command } = await import('../../api/control/command.ts');
  for (const { body } of pending) {
    const left = command.safeParse(body).data;
    if (left?.name === 'cancel' || left?.name === 'retry') {
      withdrawn.add(left.work);
      answers.delete(left.work as WorkId);
    }
    if ((left?.name !== 'approve' && left?.name !== 'answer') || withdrawn.has(left.work)) continue;
    const work = left.work as WorkId;
    if (!answers.has(work)) answers.set(work, left.name === 'approve' ? 'approve' : left.text);
  }
  return answers;
}

/** A second answer would be announced and never used: it is refused with the first one. */
export async function refuseSecondAnswer(store: Store, work: WorkId, text: string): Promise<void> {
  const first = (await leftAnswers(store)).get(work);
  if (first === undefined || first === text) return;
  throw new AutodevError('not_found', `${work} asks nothing any more`, {
    why: `it was answered with "${first}" while no daemon could be asked, and the next one takes that`,
    hint: `autodev start -d takes it; autodev cancel ${work} before that withdraws it`,
  });
}
