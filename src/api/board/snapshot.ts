import { z } from 'zod';
import { item } from '../items.ts';
import { openQuestion } from '../questions.ts';
import { recordedEvent } from '../recorded-event.ts';
import { status } from '../status.ts';

/** What people look for on a board, in the order they look: what needs them, what runs, what waits, what went wrong. */
export const BOARD_GROUPS = ['person', 'running', 'waiting', 'failed', 'done'] as const;
export type BoardGroup = (typeof BOARD_GROUPS)[number];

const boardItem = item.extend({
  group: z.enum(BOARD_GROUPS),
  /** Its page on the forge; null for one that stands nowhere there. */
  url: z.string().nullable(),
  /** What it asks a person; of several the first. */
  question: openQuestion.nullable(),
  /** How and when it left the queue; null while it is in work or waits. */
  left: z.object({ at: z.string(), outcome: z.string(), reason: z.string() }).nullable(),
});
export type BoardItem = z.infer<typeof boardItem>;

/** How the daemon is there: `starting` and `stopping` before and after it answers, `gone` when it died. */
export const PRESENCES = ['answers', 'starting', 'stopping', 'unresponsive', 'stopped', 'gone'] as const;
export type Presence = (typeof PRESENCES)[number];

/** All that a board shows, at one moment. Later events (`events?after=status.seq`) say when to ask anew. */
export const snapshot = z.object({
  schema_version: z.literal(1),
  presence: z.enum(PRESENCES),
  /** Exactly what `status --json` tells at this moment. */
  status,
  /** By group; within it by repository and number, what left the newest first. */
  items: z.array(boardItem),
  /** What happened today, oldest first: the newest of it. */
  events: z.array(recordedEvent),
});
export type Snapshot = z.infer<typeof snapshot>;
