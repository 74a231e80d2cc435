import { z } from 'zod';

/** Deleted accounts are null; GitHub shows them as `ghost`. */
export const authorSchema = z
  .object({ login: z.string() })
  .nullish()
  .transform((user) => user?.login ?? 'ghost');
