import type { CommandInput } from '../control/command.ts';
import type { ItemDetails } from './item-details.ts';
import type { RecordedEvent } from '../recorded-event.ts';
import type { Snapshot } from './snapshot.ts';

/** Where a dashboard gets all it shows and sends all it is told: the daemon, or what it left behind while it is down. */
export interface Source {
  snapshot(): Promise<Snapshot>;
  item(id: string): Promise<ItemDetails>;
  /** What came of it, as a sentence. Refusals are thrown. */
  tell(command: CommandInput): Promise<string>;
  /** Every event after one, as it happens, until the daemon goes away or the signal is aborted. */
  follow(after: number, onEvent: (event: RecordedEvent) => void, signal: AbortSignal): Promise<void>;
}
