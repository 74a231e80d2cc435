import type { RecordedEvent, WorkEvent } from '../../work/events.ts';

export interface EventRow {
  seq: number;
  at: string;
  body: string;
}

export const fromRow = ({ seq, at, body }: EventRow): RecordedEvent =>
  Object.assign(JSON.parse(body) as WorkEvent, { seq, at });
