import { items as itemsSchema, type Items } from '../../api/items.ts';
import { status as statusSchema, type Status } from '../../api/status.ts';
import type { Store } from '../../store/store.ts';
import { machinesOf, statusOf } from '../control/status.ts';
import type { Elsewhere } from '../control/why.ts';

const STATUS = 'cluster.status';
const ITEMS = 'cluster.items';

/** What the leader says of its queues, for whoever asks elsewhere: only it has them in memory. */
export async function shareStatus(store: Store, status: Status, items: Items): Promise<void> {
  const told = [
    [STATUS, JSON.stringify(status)],
    [ITEMS, JSON.stringify(items)],
  ] as const;
  for (const [key, text] of told) if ((await store.meta.get(key)) !== text) await store.meta.set(key, text);
}

/** What the leader of a cluster said last. Undefined: nobody leads, or there is no cluster. */
export async function sharedByLeader(store: Store): Promise<Status | undefined> {
  const machines = await store.machines.all();
  if (!machines.some(({ state }) => state === 'leading')) return undefined;
  const text = await store.meta.get(STATUS);
  const parsed = text === undefined ? undefined : statusSchema.safeParse(JSON.parse(text));
  if (parsed?.success !== true) return undefined;
  return { ...parsed.data, ...(await machinesOf(store)) };
}

/** The items that the leader has, as it said last. Undefined: nobody leads, or there is no cluster. */
export async function sharedItems(store: Store): Promise<Items['items'] | undefined> {
  if ((await sharedByLeader(store)) === undefined) return undefined;
  const text = await store.meta.get(ITEMS);
  const parsed = itemsSchema.safeParse(JSON.parse(text ?? 'null'));
  return parsed.success ? parsed.data.items : undefined;
}

/** What the leader of a cluster said last of one item. Undefined: nobody leads, or there is no cluster. */
export async function sharedItem(store: Store, id: string): Promise<Elsewhere | undefined> {
  const state = (await sharedByLeader(store))?.daemon.state;
  if (state === undefined) return undefined;
  const item = (await sharedItems(store))?.find((each) => each.id === id);
  return { daemon: state === 'paused' || state === 'stopping' ? state : 'running', item };
}

/** The leader's status as this process tells it. */
export async function sharedStatus(
  store: Store,
  now: number,
  daemon: Omit<Status['daemon'], 'uptime_secs' | 'paused' | 'config_refused'>,
): Promise<Status> {
  const told =
    (await sharedByLeader(store)) ?? (await statusOf({ store, now, daemon, perDayUsd: null, flows: [] }));
  const { paused, config_refused } = told.daemon;
  const uptime_secs =
    daemon.started_at === null
      ? null
      : Math.max(0, Math.round((now - Date.parse(daemon.started_at)) / 1_000));
  return { ...told, daemon: { ...daemon, paused, config_refused, uptime_secs } };
}
