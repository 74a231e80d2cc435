import type { Config } from '../config/schema.ts';
import { eventBus, type EventBus } from '../daemon/bus.ts';
import { channelOf } from '../daemon/notify/channels.ts';
import { noticesOf } from '../daemon/notify/notice.ts';
import { openOutbox } from '../daemon/notify/outbox.ts';
import type { Host } from '../host/host.ts';
import { dailyLog, localDate } from '../host/log/daily-log.ts';
import type { Store } from '../store/store.ts';
import { logLevel } from '../work/log-level.ts';
import type { Flows } from '../workflows/engine/flows.ts';

/** Said at every scan or many times in a session: of no use once the logs of that day are gone. */
const PASSING = ['repo.scanned', 'repo.failed', 'session.progress'] as const;
const DAY_MS = 24 * 3_600_000;
/** How long a stopping daemon waits for those who are to be told. */
const LAST_WORDS_MS = 2_000;

/** Everything that happens, told: into the store, the daily log, and to people by the outbox. */
export interface Telling {
  bus: EventBus;
  sayError(message: string, why?: string | null): Promise<void>;
  /** Deletes what is older than logs are kept. */
  forgetOld(): Promise<void>;
  close(): Promise<void>;
}

export function openTelling(parts: {
  host: Host;
  store: Store;
  flows: Flows;
  config: () => Config;
  /** False: another process delivers what is in the outbox. */
  delivers: boolean;
}): Telling {
  const { host, store, flows, config } = parts;
  const { clock } = host;
  const log = dailyLog(
    () => config().daemon.log_dir,
    clock,
    () => config().daemon.log_retention_days,
    host.secrets.all,
  );
  const bus = eventBus(store, (event) => noticesOf(event, config().notify, localDate(clock.now()), flows));
  const sayError = (message: string, why: string | null = null) =>
    bus.emit({ type: 'error', work: null, message, why });
  const outbox = parts.delivers
    ? openOutbox({
        clock,
        outbox: store.outbox,
        channel: (name) => channelOf(host, config().notify, name),
        gaveUp: ({ channel }, error) => void sayError(`a notice could not be told by ${channel}`, error),
      })
    : undefined;
  bus.subscribe((event) => log.line(event, logLevel(event)));
  bus.subscribe(() => outbox?.wake());
  return {
    bus,
    sayError,
    forgetOld: async () => {
      const oldest = clock.now() - config().daemon.log_retention_days * DAY_MS;
      log.clean();
      await store.outbox.clean(oldest);
      await store.events.forget(PASSING, oldest);
    },
    close: async () => outbox?.close(LAST_WORDS_MS),
  };
}
