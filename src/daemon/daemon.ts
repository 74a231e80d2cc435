import type { Rest } from '../agents/rest/rest.ts';
import type { WorkId } from '../work/ids.ts';
import type { Standing } from '../work/standings.ts';
import type { Prospect } from './intake/prospect.ts';
import type { Load } from './running/schedule.ts';

export interface Daemon {
  /** Runs until the signal is aborted; then takes nothing new, lets sessions end within the drain time, and stops. */
  run(stop: AbortSignal): Promise<void>;
  /** Begins the next tick now, and scans this repository (or all) whatever its interval. */
  wake(repo?: string): void;
  /** Nothing queued, nothing running, and two whole rounds of scans since the last change found nothing to do. */
  quiet(): boolean;
  /** From now on nothing is begun; when it settles, nothing more is taken either. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  readonly paused: boolean;
  load(): Load;
  /** Stops one running item. False when it is not running. */
  cancel(id: WorkId): boolean;
  /** Whether one item is running, how long it rests after an outage, or which agents it waits for. */
  standing(id: WorkId): { running: boolean; restsUntil: number | null; agents: Rest[] };
  /** What the next scan would say of an item that is in no queue. */
  prospect(id: WorkId): Promise<Prospect | 'absent' | undefined>;
  /** Outside its active hours: when new work begins again. Null: it may begin now. */
  restsUntil(): number | null;
  /** Agents that rest are tried again now, by one session each. */
  tryAgents(): Promise<void>;
  /** Claims an item that goes on with the next scan, before its label lets it go. */
  hold(id: WorkId): Promise<void>;
  /** Rewrites the status comment of an item that is in no queue any more, and gives its claim back. */
  sayLeft(id: WorkId, standing: Standing, reason: string): Promise<void>;
  /** Ends the drain time: sessions are stopped at once. */
  stopNow(): void;
}
