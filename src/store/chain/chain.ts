import { sha256 } from '../../host/hash.ts';
import type { RunId, WorkId } from '../../work/ids.ts';

/** A row of the effect ledger as it is kept: every column, as text. */
export interface LedgerRow {
  run_id: RunId;
  key: string;
  kind: string;
  work_id: WorkId;
  intent: string;
  status: 'intent' | 'done';
  result: string | null;
  created_at: string;
  done_at: string | null;
}

/** One change of one row. Its hash covers the change before it, so that none can be altered or taken out alone. */
export interface ChainEntry {
  seq: number;
  run_id: string;
  key: string;
  /** The digest of the row as it was after the change. */
  content: string;
  hash: string;
}

/** How long the chain was, and how it ended, at some time. */
export interface Head {
  seq: number;
  hash: string;
}

/** Where the chain begins. */
export const GENESIS: Head = { seq: 0, hash: '0'.repeat(64) };

export function contentOf(row: LedgerRow): string {
  const { run_id, key, kind, work_id, intent, status, result, created_at, done_at } = row;
  return sha256(JSON.stringify([run_id, key, kind, work_id, intent, status, result, created_at, done_at]));
}

/** What follows from the head when this row changes. */
export function entryAfter(head: Head, row: LedgerRow): ChainEntry {
  const entry = { seq: head.seq + 1, run_id: row.run_id, key: row.key, content: contentOf(row) };
  return { ...entry, hash: hashAfter(head.hash, entry) };
}

export function hashAfter(previous: string, entry: Omit<ChainEntry, 'hash'>): string {
  const { seq, run_id, key, content } = entry;
  return sha256(JSON.stringify([previous, seq, run_id, key, content]));
}

/** As it is kept beside the chain: `12:ab34…`. */
export const headText = ({ seq, hash }: Head): string => `${seq}:${hash}`;

export function parseHead(text: string): Head | undefined {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  return seq === undefined || hash === undefined ? undefined : { seq: Number(seq), hash };
}
