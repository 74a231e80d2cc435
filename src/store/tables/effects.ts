import type { KeptChain } from '../chain/check.ts';
import type { RunId, WorkId } from '../../work/ids.ts';

export interface EffectRecord {
  run: RunId;
  key: string;
  intent: unknown;
  status: 'intent' | 'done';
  result: unknown;
  /** When it was announced. */
  createdAt: string;
}

/** An effect with what led to it. */
export interface CausedEffect extends EffectRecord {
  work: WorkId;
  kind: string;
  doneAt: string | null;
  /** Its first place in the chain; null for one that was never recorded there. */
  seq: number | null;
  /** The step that was under way; null where none was. */
  step: string | null;
  round: number | null;
  /** The last session of the item before it, in its run or in one whose steps it carries. */
  session: string | null;
  /** Which agent, model and role that was. */
  agent: string | null;
}

export interface EffectTable {
  get(run: RunId, key: string): Promise<EffectRecord | undefined>;
  intend(run: RunId, key: string, intent: unknown): Promise<void>;
  done(run: RunId, key: string, result: unknown): Promise<void>;
  /** Every effect of a work item, oldest first. */
  ofWork(work: WorkId): Promise<EffectRecord[]>;
  /** Every effect of one kind (`push`, `comment` …) of a work item, newest first. */
  ofKind(work: WorkId, kind: string): Promise<EffectRecord[]>;
  /** All of them with what led to each, in the order they were announced. */
  caused(): Promise<CausedEffect[]>;
  /** The ledger as it is kept, and the chain over its changes. */
  chain(): Promise<KeptChain & { rowsBefore: number }>;
  /** How long the chain is and how it ends, as one word; empty where its head is gone. */
  head(): Promise<string>;
}
