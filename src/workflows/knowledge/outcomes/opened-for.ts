import { z } from 'zod';
import type { Store } from '../../../store/store.ts';
import type { WorkId } from '../../../work/ids.ts';
import type { OpenedFor } from './pull-costs.ts';

const pullStep = z.object({ number: z.int().positive() });

/** Which pull request was opened for an issue, as the journal has it. */
export async function openedFor(store: Store): Promise<OpenedFor> {
  const opened = new Map<WorkId, number>();
  for (const { work, result } of await store.steps.named('pull')) {
    const pull = pullStep.safeParse(result).data;
    if (pull !== undefined) opened.set(work, pull.number);
  }
  return opened;
}
