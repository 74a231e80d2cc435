import { z } from 'zod';
import type { Store } from '../../../store/store.ts';
import type { WorkId } from '../../../work/ids.ts';
import type { Rerun } from './judge-checks.ts';

/** What is recorded before a check is run again. */
const intent = z.object({ sha: z.string(), context: z.string(), id: z.number(), at: z.number() });
export type RerunIntent = z.infer<typeof intent>;

/** What came of it; `busy`: it was not its turn. */
const result = z.object({ id: z.number(), busy: z.boolean().optional() });
export type RerunResult = z.infer<typeof result>;

/** The checks of this commit that runs of this item have run again. */
export async function rerunsOf(store: Store, work: WorkId, sha: string): Promise<Rerun[]> {
  const effects = await store.effects.ofKind(work, 'rerun');
  return effects.flatMap((effect) => {
    const made = intent.safeParse(effect.intent).data;
    const busy = result.safeParse(effect.result).data?.busy === true;
    return made?.sha === sha && !busy ? [made] : [];
  });
}
