import { z } from 'zod';
import type { AgentName } from '../../../agents/agent.ts';
import { REST_REASONS, type Rest } from '../../../agents/rest/rest.ts';
import type { Store } from '../../../store/store.ts';

/** A rest as the store has it. */
export interface Noted extends Rest {
  /** Since when a session, of whichever process, tries whether it is over. */
  triedAt: number | null;
}

export const RESTS_KEY = 'agents_resting';

const NAMES = ['claude', 'codex', 'gemini', 'scripted'] as const satisfies readonly AgentName[];
const stored = z.array(
  z.object({
    agent: z.enum(NAMES),
    reason: z.enum(REST_REASONS),
    text: z.string(),
    since: z.number(),
    until: z.number(),
    told: z.boolean(),
    tries: z.number(),
    triedAt: z.number().nullable().default(null),
  }),
);

/** What cannot be read is nobody's rest: it is found out again. */
export function notedIn(text: string | undefined): Noted[] {
  if (text === undefined) return [];
  try {
    return stored.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Those that a daemon, or the last one, has noted. */
export async function readRests(store: Pick<Store, 'meta'>): Promise<Rest[]> {
  return notedIn(await store.meta.get(RESTS_KEY));
}
