import type { Status } from '../../../api/status.ts';
import { FLOWS } from '../../../compose/flows.ts';
import { notInForce } from '../../../compose/not-in-force.ts';
import { loadConfig } from '../../../config/load.ts';
import { lockHolder } from '../../../daemon/lock.ts';
import { sharedByLeader } from '../../../daemon/cluster/shared-status.ts';
import { copyStatus } from '../../../daemon/control/publish.ts';
import { statusOf } from '../../../daemon/control/status.ts';
import { systemClock } from '../../../host/clock.ts';
import type { Store } from '../../../store/store.ts';
import { type AutodevError, isAutodevError } from '../../../work/errors.ts';
import { version } from '../../version.ts';
import { readStore } from '../stores.ts';

/** What the store remembers, when no daemon answers. */
export async function offlineStatus(home: string): Promise<Status> {
  const holder = await lockHolder(home);
  // A configuration with a mistake must not keep anybody from looking; it is told beside what is remembered.
  let mistake: AutodevError | undefined;
  const loaded = await loadConfig(home).catch((error: unknown) => {
    if (!isAutodevError(error, 'invalid_config')) throw error;
    mistake = error;
    return undefined;
  });
  const now = systemClock.now();
  const made = async (store: Store): Promise<Status> => {
    const status = await statusOf({
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
    if (mistake !== undefined) status.daemon.config_refused = mistake.message;
    return status;
  };
  // One that is there but does not answer may answer any moment: no copy of that, nor of a mistake, which is no 0.
  return readStore(home, async (store) => {
    const elsewhere = await sharedByLeader(store);
    if (elsewhere !== undefined) return elsewhere;
    const copied = holder === undefined && mistake === undefined && loaded?.config.cluster === undefined;
    return copied ? copyStatus({ home, store, now, atMost: Infinity }, () => made(store)) : made(store);
  });
}
