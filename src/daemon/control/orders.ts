import type { Forge } from '../../forge/forge.ts';
import type { Clock } from '../../host/clock.ts';
import type { Store } from '../../store/store.ts';
import type { Flows } from '../../workflows/engine/flows.ts';
import type { EventBus } from '../bus.ts';
import type { Daemon } from '../daemon.ts';
import type { TaskQueues } from '../queue/task-queues.ts';

/** What commands act on. */
export interface Orders {
  clock: Clock;
  daemon: Daemon;
  store: Store;
  forge: Forge;
  flows: Flows;
  bus: EventBus;
  queues: TaskQueues;
  /** Ends the daemon; `now` leaves sessions no time. */
  stop(now: boolean): void;
  /** Reads the configuration again; says what came of it. */
  reload(): Promise<string>;
}
