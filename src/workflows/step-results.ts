import { z } from 'zod';

/** What steps leave behind that several flows have. */

/** It wrote one comment. */
export const commented = z.object({ comment: z.number() });
/** It pushed this commit. */
export const pushed = z.object({ sha: z.string() });

/** The results of a flow's own steps, by the schemas that read them back. */
export type ResultsOf<Schemas extends Readonly<Record<string, z.ZodType>>> = {
  [Name in keyof Schemas]: z.infer<Schemas[Name]>;
};
