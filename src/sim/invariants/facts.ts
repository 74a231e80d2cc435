import type { RecordedEvent } from '../../work/events.ts';
import type { RunId, WorkId } from '../../work/ids.ts';
import type { RunStatus } from '../../work/standings.ts';

/**
 * What the invariants look at: as a forge, stores and sessions were at one moment. A simulated world gives all of it;
 * with a real forge and store what is not known is left out, and what depends on it is not judged.
 */
export interface Facts {
  /** The logins that daemons write as. */
  logins: readonly string[];
  /** Issues and pull requests, open and closed. */
  entries: readonly EntryFact[];
  merges?: readonly MergeFact[];
  sessions?: readonly SessionFact[];
  /** Items that a paused daemon began. */
  begunInPause?: readonly { daemon: string; work: WorkId }[];
  /** Requests that came before the time at which the forge had said it answers again. */
  tooSoon?: readonly { daemon: string; called: string }[];
  /** What daemons did to labels, in order. */
  labelling?: readonly LabelFact[];
  /** What each daemon's store says. */
  journals?: readonly JournalFact[];
  /** Only when nothing is going on. */
  rest?: RestFact;
}

export interface EntryFact {
  repo: string;
  number: number;
  state: 'open' | 'closed';
  author: string;
  labels: readonly string[];
  /** Absent for an issue. */
  pull?: { head: string; sha: string; base: string; merged: boolean };
  /** In order, as they read now. */
  comments: readonly { id: number; author: string; body: string }[];
  reviews: readonly { id: number; author: string; body: string }[];
  /** Every change of a label, in order. */
  labelled: readonly { label: string; added: boolean; actor: string }[];
}

/** A call that changes labels, before and after; a change of several calls that the daemon tells of; a daemon's end. */
export type LabelFact =
  | {
      daemon: string;
      place: string;
      kind: 'asked' | 'answered';
      added: boolean;
      labels: readonly string[];
    }
  | { daemon: string; place: string; kind: 'told'; added: readonly string[]; removed: readonly string[] }
  | { daemon: string; kind: 'died' };

/** A merge that a daemon made, judged at that moment by the rules that were in force. */
export interface MergeFact {
  repo: string;
  number: number;
  sha: string;
  by: string;
  /** What the rules want and was not there; none: it was right. */
  lacking: readonly string[];
}

export interface SessionFact {
  daemon: string;
  repo: string;
  work: WorkId;
  run: RunId;
  role: string;
  step: string;
  /** What it was told, as far as people can change it; two that were told the same are one too many. */
  told: string;
  began: number;
  /** Null while it runs. */
  ended: number | null;
  /** It gave an answer that can be used. */
  ok: boolean;
  costUsd: number;
  /** What was allowed when it began. */
  limits: {
    atOnce: number;
    atOncePerRepo: number;
    /** Reviews of one run. */
    reviews: number;
    itemUsd: number;
    repoDayUsd: number;
    dayUsd: number;
  };
  /** The local day that it is counted for. */
  day: string;
}

export interface JournalFact {
  daemon: string;
  runs: readonly { id: RunId; work: WorkId; status: RunStatus; reason: string }[];
  steps: readonly { run: RunId; name: string; round: number; carried: boolean; costUsd: number }[];
  effects: readonly { run: RunId; key: string; status: 'intent' | 'done' }[];
  events: readonly RecordedEvent[];
  /** Our labels as the store believes them to be. */
  labels: readonly { repo: string; number: number; labels: readonly string[] }[];
  attempts: readonly { work: WorkId; failures: number; notBefore: number; lastError: string }[];
  waits: readonly { work: WorkId; reason: string }[];
  /** What was booked for each item. */
  spent: readonly { work: WorkId; usd: number }[];
  /** Questions that wait for a person. */
  questions: readonly { work: WorkId }[];
}

export interface RestFact {
  /** Of each daemon that runs, by its own clock. */
  daemons: readonly { daemon: string; now: number; queued: readonly WorkId[] }[];
  worktrees: readonly { daemon: string; repo: string; name: string; work: WorkId | undefined }[];
  locks: readonly string[];
  processes: readonly string[];
  /** Items that daemons are to bring to an end: open, wanted and trusted. */
  wanted: readonly { repo: string; number: number; work: WorkId }[];
}
