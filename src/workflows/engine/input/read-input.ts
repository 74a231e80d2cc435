import { z } from 'zod';
import type { RunRecord } from '../../../store/tables/runs.ts';
import type { Store } from '../../../store/store.ts';
import { AutodevError } from '../../../work/errors.ts';
import type { WorkId } from '../../../work/ids.ts';
import { frozenInput, type FrozenInput } from './input.ts';

/** What every flow freezes is checked; what one adds is passed on as it is. */
const anyInput = frozenInput.loose();

/** The frozen input of a run as it comes out of the store. */
export function readInput({ id, input }: RunRecord): FrozenInput {
  const read = anyInput.safeParse(input);
  if (read.success) return read.data;
  throw new AutodevError('store_broken', `the frozen input of the run ${id} cannot be read`, {
    why: z.prettifyError(read.error),
    hint: 'the next attempt reads it anew from the forge',
  });
}

/** The same where it may as well be missing. */
export function readableInput({ input }: RunRecord): FrozenInput | undefined {
  return anyInput.safeParse(input).data;
}

/** The input of the latest run when that is unfinished or failed: what it began with is no reason to pay again. */
export async function unsettledInput<Input extends FrozenInput>(
  store: Store,
  work: WorkId,
  schema: z.ZodType<Input>,
): Promise<{ running: boolean; input: Input } | undefined> {
  const latest = await store.runs.latest(work);
  if (latest?.status !== 'running' && latest?.status !== 'failed') return undefined;
  const input = schema.safeParse(latest.input).data;
  return input && { running: latest.status === 'running', input };
}
