import type { WorkId } from '../../work/ids.ts';
import type { Changes } from './changes.ts';
import type { CommandInput } from '../control/command.ts';
import type { CostSheet } from './cost-sheet.ts';
import type { Health } from './health.ts';
import type { ItemDetails } from './item-details.ts';
import type { Lane } from './lane.ts';
import type { EventSource } from '../live-stream.ts';
import type { ReportShelf } from './report-shelf.ts';
import type { SessionTranscript } from './session-transcript.ts';
import type { Snapshot } from './snapshot.ts';
import type { Status } from '../status.ts';

/** All that the web dashboard shows, and the one way it changes something. */
export interface WebSource {
  /** Why nothing can be changed from here; null: everything can. */
  readonly readOnly: string | null;
  readonly events: EventSource;
  status(): Promise<Status>;
  /** Pages that say more about a status are told which: it is asked for once per page, and all numbers agree. */
  board(status: Status): Promise<Snapshot>;
  item(id: WorkId): Promise<ItemDetails>;
  changes(id: WorkId): Promise<Changes>;
  /** The nth session of an item, from 1. */
  session(id: WorkId, nth: number): Promise<SessionTranscript>;
  lane(status: Status): Promise<Lane>;
  costs(): Promise<CostSheet>;
  reports(): Promise<ReportShelf>;
  health(status: Status): Promise<Health>;
  /** What came of it, as a sentence. Refusals are thrown. */
  tell(command: CommandInput): Promise<string>;
}
