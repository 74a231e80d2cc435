import { z } from 'zod';

/** GitHub's limits of what people write. */
export const bodySchema = z.string().max(65_536, 'Body is too long (maximum is 65536 characters)');
export const titleSchema = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.string().trim().min(1).max(256));
