import { z } from 'zod';

/** Where the daemon serves its dashboard to browsers, with the token that opens it. */
export const webAddress = z.object({ schema_version: z.literal(1), url: z.string() });
export type WebAddress = z.infer<typeof webAddress>;

export const webRequest = z.object({ port: z.number().int().min(0).max(65_535).optional() });
