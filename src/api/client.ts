import type { z } from 'zod';
import type { SocketRequest } from '../host/socket-request.ts';
import { AutodevError } from '../work/errors.ts';
import { ask } from './ask.ts';
import { outcome, type CommandInput } from './command.ts';
import { explanation, type Explanation } from './explanation.ts';
import { errorFrom } from './failure.ts';
import { items, type Item } from './items.ts';
import { status, type Status } from './status.ts';

/** The daemon as other programs see it. Every call gives undefined when no daemon listens. */
export interface Client {
  status(): Promise<Status | undefined>;
  items(): Promise<Item[] | undefined>;
  why(id: string): Promise<Explanation | undefined>;
  /** What came of it, as a sentence. Refusals are thrown. */
  tell(command: CommandInput): Promise<string | undefined>;
}

const PATIENCE_MS = 10_000;

export function openClient(home: string, options: { signal?: AbortSignal } = {}): Client {
  const get = async <T>(schema: z.ZodType<T>, request: SocketRequest): Promise<T | undefined> => {
    const asked = await ask(home, { idleMs: PATIENCE_MS, signal: options.signal, ...request });
    if (asked.kind === 'absent') return undefined;
    if (asked.kind === 'silent') {
      throw new AutodevError('failed', 'the daemon does not answer', {
        why: asked.why,
        hint: 'see autodev status; autodev stop --now ends it whatever it does',
      });
    }
    if (!asked.ok) throw errorFrom(asked.value);
    const parsed = schema.safeParse(asked.value);
    if (parsed.success) return parsed.data;
    throw new AutodevError('failed', 'the daemon answers in a way this program does not know', {
      hint: 'the daemon was started by another version: autodev restart',
      cause: parsed.error,
    });
  };
  return {
    status: () => get(status, { method: 'GET', path: '/status' }),
    items: async () => (await get(items, { method: 'GET', path: '/items' }))?.items,
    why: (id) => get(explanation, { method: 'GET', path: `/why?id=${encodeURIComponent(id)}` }),
    tell: async (command) =>
      (await get(outcome, { method: 'POST', path: '/commands', body: JSON.stringify(command) }))?.outcome,
  };
}
