import type { EventType, RecordedEvent, WorkEvent } from '../../work/events.ts';
import type { WorkId } from '../../work/ids.ts';
import type { Outcome } from '../../work/standings.ts';
import type { NewNotice } from './outbox.ts';

export interface EventTable {
  /** Records the event, and in the same transaction what people are to be told of it. */
  append(event: WorkEvent, notices?: readonly NewNotice[]): Promise<RecordedEvent>;
  after(seq: number, limit: number): Promise<RecordedEvent[]>;
  /** The newest of a work item, oldest first. */
  ofWork(work: WorkId, limit: number, without?: readonly EventType[]): Promise<RecordedEvent[]>;
  /** The newest events of these types, oldest first: of one work item, or from a moment on. */
  newest(
    types: readonly EventType[],
    where: { work?: WorkId; since?: number; limit: number },
  ): Promise<RecordedEvent[]>;
  /** The newest event of this type about this work. */
  latest<T extends EventType>(
    work: WorkId,
    type: T,
  ): Promise<Extract<RecordedEvent, { type: T }> | undefined>;
  /** The titles under which these items were queued last; none for one that never was. */
  titles(works: readonly WorkId[]): Promise<Map<WorkId, string>>;
  /** What happened in a span of time to a repository's items, and what is of these types besides, in order. */
  between(where: {
    repo: string;
    from: number;
    to: number;
    /** Only these. */
    types?: readonly EventType[];
    /** Also these, although they are of no item. */
    also?: readonly EventType[];
  }): Promise<RecordedEvent[]>;
  lastSeq(): Promise<number>;
  /** Known work ids that begin with this text, in order. */
  works(prefix: string, limit: number): Promise<WorkId[]>;
  /** Known work ids with this number, in order. */
  numbered(number: number): Promise<WorkId[]>;
  /** Items that were queued and have not left the queue since, as far as the events tell, in order. */
  queuedLast(): Promise<WorkId[]>;
  /** Deletes events of these types from before a moment: news that nobody asks for later. */
  forget(types: readonly EventType[], before: number): Promise<void>;
  /** How many items of each repository left the queue how, each counted once, by how it left last. */
  outcomes(): Promise<{ repo: string; outcome: Outcome; count: number }[]>;
  /** The items that left last with one of these outcomes, the newest first. */
  lastLeft(
    outcomes: readonly Outcome[],
    where: { since?: number; limit: number },
  ): Promise<Extract<RecordedEvent, { type: 'item.left' }>[]>;
  /** The items that left last with this outcome, in order. */
  leftAs(outcome: Outcome): Promise<Extract<RecordedEvent, { type: 'item.left' }>[]>;
  /** Why the last look at a repository failed; undefined when it did not. */
  scanFailure(repo: string): Promise<string | undefined>;
}
