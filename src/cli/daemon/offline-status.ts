import type { Status } from '../../api/status.ts';
import { loadConfig } from '../../config/load.ts';
import { lockHolder } from '../../daemon/lock.ts';
import { statusOf } from '../../daemon/control/status.ts';
import { systemClock } from '../../host/clock.ts';
import { version } from '../version.ts';
import { readStore } from './stores.ts';

/** What the store remembers, when no daemon answers. */
export async function offlineStatus(home: string): Promise<Status> {
  const holder = await lockHolder(home);
  // A configuration with a mistake must not keep anybody from looking.
  const perDayUsd = await loadConfig(home).then(
    ({ config }) => config.budget.per_day_usd,
    () => null,
  );
  return readStore(home, (store) =>
    statusOf({
      store,
      now: systemClock.now(),
      daemon: {
        state: holder === undefined ? 'stopped' : 'unresponsive',
        version,
        pid: holder?.pid ?? null,
        started_at: null,
        home,
      },
      perDayUsd,
    }),
  );
}
