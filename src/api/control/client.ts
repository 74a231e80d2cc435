import type { z } from 'zod';
import type { SocketRequest } from '../../host/net/socket-request.ts';
import { AutodevError } from '../../work/errors.ts';
import { askDaemon } from './ask.ts';
import type { CommandInput } from './command.ts';
import type { Explanation } from '../explanation.ts';
import { errorFrom } from './failure.ts';
import type { ItemDetails } from '../board/item-details.ts';
import type { Item } from '../items.ts';
import type { Snapshot } from '../board/snapshot.ts';
import type { Status } from '../status.ts';

/** The daemon as other programs see it. Every call gives undefined when no daemon listens that could tell. */
export interface Client {
  status(): Promise<Status | undefined>;
  items(): Promise<Item[] | undefined>;
  snapshot(): Promise<Snapshot | undefined>;
  /** Everything that is known of one item. */
  item(id: string): Promise<ItemDetails | undefined>;
  why(id: string): Promise<Explanation | undefined>;
  /** The address of the web dashboard, which the daemon opens. */
  web(port: number | undefined): Promise<string | undefined>;
  /** What came of it, as a sentence. Refusals are thrown. */
  tell(command: CommandInput): Promise<string | undefined>;
}

const PATIENCE_MS = 10_000;

export function openClient(home: string, options: { signal?: AbortSignal } = {}): Client {
  // The schema is loaded for an answer only: zod is most of the start of a command that finds no daemon.
  const get = async <T>(
    schema: () => Promise<z.ZodType<T>>,
    request: SocketRequest,
  ): Promise<T | undefined> => {
    const asked = await askDaemon(home, { idleMs: PATIENCE_MS, signal: options.signal, ...request });
    if (asked.kind === 'absent') return undefined;
    if (asked.kind === 'silent') {
      throw new AutodevError('failed', 'the daemon does not answer', {
        why: asked.why,
        hint: 'see autodev status; autodev stop --now ends it whatever it does',
        data: { silent: true },
      });
    }
    if (!asked.ok) {
      const error = errorFrom(asked.value);
      // A coordinator that stands by knows no more than the cluster's store does, which everybody can ask.
      if (error.data?.['standby'] === true) return undefined;
      throw error;
    }
    const parsed = (await schema()).safeParse(asked.value);
    if (parsed.success) return parsed.data;
    throw new AutodevError('failed', 'the daemon answers in a way this program does not know', {
      hint: 'the daemon was started by another version: autodev restart',
      cause: parsed.error,
    });
  };
  return {
    status: () => get(async () => (await import('../status.ts')).status, { method: 'GET', path: '/status' }),
    items: async () =>
      (await get(async () => (await import('../items.ts')).items, { method: 'GET', path: '/items' }))?.items,
    snapshot: () =>
      get(async () => (await import('../board/snapshot.ts')).snapshot, { method: 'GET', path: '/snapshot' }),
    item: (id) =>
      get(async () => (await import('../board/item-details.ts')).itemDetails, {
        method: 'GET',
        path: `/item?id=${encodeURIComponent(id)}`,
      }),
    why: (id) =>
      get(async () => (await import('../explanation.ts')).explanation, {
        method: 'GET',
        path: `/why?id=${encodeURIComponent(id)}`,
      }),
    web: async (port) =>
      (
        await get(async () => (await import('./web-address.ts')).webAddress, {
          method: 'POST',
          path: '/web',
          body: JSON.stringify({ port }),
        })
      )?.url,
    tell: async (command) =>
      (
        await get(async () => (await import('./command.ts')).outcome, {
          method: 'POST',
          path: '/commands',
          body: JSON.stringify(command),
        })
      )?.outcome,
  };
}
