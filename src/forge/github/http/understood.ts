import type { z } from 'zod';
import { AutodevError } from '../../../work/errors.ts';

/**
 * The forge's JSON as what GitHub documents, or an error. What a write answered with was done, whether we understand
 * the answer or not: its outcome is then unknown.
 */
export function understood<S extends z.ZodType>(
  schema: S,
  data: unknown,
  outcome: 'none' | 'unknown' = 'unknown',
): z.output<S> {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw new AutodevError('forge_unavailable', "the forge's answer is not what GitHub documents", {
    why: `${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`,
    data: { outcome },
  });
}
