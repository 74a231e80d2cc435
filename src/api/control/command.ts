import { z } from 'zod';

const work = z.string().min(1);
const by = z.string().default('command line');

/** What the daemon can be told. */
export const command = z.discriminatedUnion('name', [
  z.object({ name: z.literal('pause') }),
  z.object({ name: z.literal('resume') }),
  /** `now`: sessions get no time to end by themselves. */
  z.object({ name: z.literal('stop'), now: z.boolean().default(false) }),
  z.object({ name: z.literal('scan'), repo: z.string().optional() }),
  z.object({ name: z.literal('retry'), work }),
  z.object({ name: z.literal('cancel'), work }),
  /** Says yes to the open question of an item. */
  z.object({ name: z.literal('approve'), work, question: z.string().optional(), by }),
  z.object({ name: z.literal('answer'), work, question: z.string().optional(), text: z.string().min(1), by }),
  z.object({ name: z.literal('reload') }),
]);
export type Command = z.infer<typeof command>;
export type CommandInput = z.input<typeof command>;

/** What came of it: a sentence for people. */
export const outcome = z.object({ schema_version: z.literal(1), outcome: z.string() });
export type CommandOutcome = z.infer<typeof outcome>;
