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

export interface EffectTable {
  get(run: RunId, key: string): Promise<EffectRecord | undefined>;
  intend(run: RunId, key: string, intent: unknown): Promise<void>;
  done(run: RunId, key: string, result: unknown): Promise<void>;
  /** Every effect of a work item, oldest first. */
  ofWork(work: WorkId): Promise<EffectRecord[]>;
  /** Every effect of one kind (`push`, `comment` …) of a work item, newest first. */
  ofKind(work: WorkId, kind: string): Promise<EffectRecord[]>;
}
