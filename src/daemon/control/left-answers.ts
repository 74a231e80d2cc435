import { command } from '../../api/command.ts';
import type { Store } from '../../store/store.ts';
import type { WorkId } from '../../work/ids.ts';

/** What people answered while no daemon could be asked, by item. */
export async function leftAnswers(store: Store): Promise<Map<WorkId, string>> {
  const answers = new Map<WorkId, string>();
  for (const { body } of await store.commands.pending()) {
    const left = command.safeParse(body).data;
    if (left?.name === 'approve') answers.set(left.work as WorkId, 'approve');
    if (left?.name === 'answer') answers.set(left.work as WorkId, left.text);
  }
  return answers;
}
