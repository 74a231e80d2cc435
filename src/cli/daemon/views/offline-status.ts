import type { Status } from '../../../api/status.ts';
import { FLOWS } from '../../../compose/flows.ts';
import { notInForce } from '../../../compose/not-in-force.ts';
import { loadConfig } from '../../../config/load.ts';
import { lockHolder } from '../../../daemon/lock.ts';
import { copyStatus } from '../../../daemon/control/publish.ts';
import { statusOf } from '../../../daemon/control/status.ts';
import { systemClock } from '../../../host/clock.ts';
import type { Store } from '../../../store/store.ts';
import { version } from '../../version.ts';
import { readStore } from '../stores.ts';

/** What the store remembers, when no daemon answers. */
export async function offlineStatus(home: string): Promise<Status> {
  const holder = await lockHolder(home);
  // A configuration with a mistake must not keep anybody from looking.
  const loaded = await loadConfig(home).catch(() => undefined);
  const now = systemClock.now();
  const made = (store: Store) =>
    statusOf({
      store,
      now,
      daemon: {
        state: holder === undefined ? 'stopped' : 'unresponsive',
        version,
        pid: holder?.pid ?? null,
        started_at: null,
        home,
      },
      perDayUsd: loaded?.config.budget.per_day_usd ?? null,
      notInForce: loaded === undefined ? [] : notInForce(loaded),
      flows: FLOWS,
    });
  // One that is there but does not answer may answer any moment: no copy of that.
  return readStore(home, (store) =>
    holder === undefined
      ? copyStatus({ home, store, now, atMost: Infinity }, () => made(store))
      : made(store),
  );
}
