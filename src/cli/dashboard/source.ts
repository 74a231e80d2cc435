import { openClient } from '../../api/control/client.ts';
import { followEvents } from '../../api/follow.ts';
import type { Presence, Snapshot } from '../../api/board/snapshot.ts';
import type { Source } from '../../api/board/source.ts';
import { FLOWS } from '../../compose/flows.ts';
import { itemDetailsOf } from '../../daemon/dashboard/item-details.ts';
import { snapshotOf } from '../../daemon/dashboard/snapshot.ts';
import { systemClock } from '../../host/clock.ts';
import type { Store } from '../../store/store.ts';
import { isAutodevError } from '../../work/errors.ts';
import type { WorkId } from '../../work/ids.ts';
import { registerFlows } from '../../workflows/engine/flows.ts';
import { readStore, writeStore } from '../daemon/stores.ts';
import { offlineStatus } from '../daemon/views/offline-status.ts';
import { presenceOf } from './presence.ts';

/** The daemon of a home; while none answers, what it left in the store, and a place to leave commands for the next one. */
export function openSource(home: string, signal: AbortSignal): Source {
  const client = openClient(home, { signal });
  const flows = registerFlows(FLOWS);
  const remembered = async (presence?: Presence): Promise<Snapshot> => {
    const status = await offlineStatus(home);
    return readStore(home, async (store: Store) =>
      snapshotOf({
        store,
        flows,
        now: systemClock.now(),
        status,
        presence: presence ?? (await presenceOf(home, store)),
      }),
    );
  };
  return {
    snapshot: async () => {
      try {
        return (await client.snapshot()) ?? (await remembered());
      } catch (error) {
        if (!isAutodevError(error, 'failed') || error.data?.['silent'] !== true) throw error;
        return remembered('unresponsive');
      }
    },
    item: async (id) =>
      (await client.item(id)) ??
      readStore(home, (store) => itemDetailsOf(id as WorkId, { store, flows, now: systemClock.now() })),
    tell: async (command) => {
      const outcome = await client.tell(command);
      if (outcome !== undefined) return outcome;
      await writeStore(home, (store) => store.commands.leave(command));
      return `no daemon is running; ${command.name} is done when one starts (autodev start -d)`;
    },
    follow: async (after, onEvent, until) => {
      await followEvents(home, { after, signal: AbortSignal.any([signal, until]), onEvent });
    },
  };
}
