import { z } from 'zod';
import type { Store } from '../../store/store.ts';
import type { WorkId } from '../../work/ids.ts';

/** What is recorded before a push. */
const intent = z.object({ branch: z.string(), sha: z.string() });
export type PushIntent = z.infer<typeof intent>;

/** Every commit that runs of this item pushed or set out to push. */
export async function pushedCommits(store: Store, work: WorkId): Promise<string[]> {
  const effects = await store.effects.ofKind(work, 'push');
  return effects.flatMap((effect) => intent.safeParse(effect.intent).data?.sha ?? []);
}
