import type { WorkId } from './ids.ts';
import type { Label } from './labels.ts';
import type { Role } from './roles.ts';
import type { Phase } from './phases.ts';
import type { Outcome } from './standings.ts';

/**
 * Everything that happens, once, in one union. The log, the live views, notifications, `why`
 * and the simulator's trace are projections of it.
 */
export type WorkEvent =
  | { type: 'daemon.started'; daemon: string; version: string; pid: number }
  | { type: 'daemon.stopping'; reason: string }
  | { type: 'daemon.stopped' }
  | { type: 'daemon.paused' }
  | { type: 'daemon.resumed' }
  | { type: 'config.reloaded' }
  | { type: 'config.rejected'; message: string }
  /** No session of it begins until then; `told`: the provider said when, else it is asked again then. */
  | {
      type: 'agent.rests';
      agent: string;
      reason: string;
      text: string;
      since: number;
      until: number;
      told: boolean;
      tries: number;
    }
  | { type: 'agent.works'; agent: string; restedMs: number }
  | { type: 'repo.scanned'; repo: string; target: string; found: number; taken: number }
  | { type: 'repo.failed'; repo: string; message: string }
  | { type: 'repo.config'; repo: string; problems: string[] }
  | { type: 'item.queued'; work: WorkId; phase: Phase; title: string }
  /** A person wants it once more; said of items that carry no label which could say so. */
  | { type: 'item.retried'; work: WorkId }
  | { type: 'item.refused'; work: WorkId; reason: string }
  | { type: 'item.phase'; work: WorkId; from: Phase; to: Phase }
  | { type: 'item.label'; work: WorkId; added: Label[]; removed: Label[] }
  | {
      type: 'item.waiting';
      work: WorkId;
      reason: string;
      until: number | null;
      cause?: 'budget' | 'agent' | 'setup' | 'sandbox';
    }
  | {
      type: 'item.left';
      work: WorkId;
      outcome: Outcome;
      reason: string;
      durationMs: number;
      costUsd: number;
      /** The question it was left with. */
      question?: string;
    }
  | { type: 'run.started'; work: WorkId; run: string; attempt: number }
  | { type: 'step.started'; work: WorkId; run: string; step: string; round: number }
  | { type: 'step.replayed'; work: WorkId; run: string; step: string; round: number }
  | {
      type: 'step.finished';
      work: WorkId;
      run: string;
      step: string;
      round: number;
      durationMs: number;
      costUsd: number;
      summary: string;
    }
  | {
      type: 'step.failed';
      work: WorkId;
      run: string;
      step: string;
      round: number;
      durationMs: number;
      costUsd: number;
      message: string;
    }
  | {
      type: 'effect.done';
      work: WorkId;
      run: string;
      effect: string;
      target: string;
      found: boolean;
      /** How long the chain over the ledger was then and how it ended: the daily log keeps it beside the store. */
      chain?: string;
    }
  /** Checks of a head that we pushed are red and ours to fix. */
  | { type: 'check.red'; work: WorkId; checks: string[]; sha: string }
  /** Red, and green when it was run again on the same commit. */
  | { type: 'check.flaky'; work: WorkId; check: string; sha: string }
  /** What a person told us in a comment, and what came of it; `ignored` when they may not. */
  | { type: 'word.said'; work: WorkId; word: string; by: string; outcome: string; ignored: boolean }
  /** Somebody whom we do not trust here wrote that it has to wait for these. */
  | { type: 'order.ignored'; work: WorkId; by: string; named: string[] }
  /** What hid text from people was taken out before an agent read it: how much and where, never the text itself. */
  | { type: 'text.removed'; work: WorkId; run: string; what: string }
  | {
      type: 'session.started';
      work: WorkId;
      run: string;
      step: string;
      /** Absent in events of earlier versions. */
      role?: Role;
      /** What it is called in its team, where it works in one. */
      teammate?: string | undefined;
      agent: string;
      model: string;
      /** The id of its row in the audit trail. Absent in events of earlier versions, as below. */
      session?: string;
    }
  | { type: 'session.progress'; work: WorkId; run: string; text: string; session?: string }
  | {
      type: 'session.finished';
      work: WorkId;
      run: string;
      step: string;
      agent: string;
      sessionId: string;
      costUsd: number;
      turns: number;
      durationMs: number;
      ok: boolean;
    }
  | { type: 'question.asked'; work: WorkId; id: string; question: string; options: string[] }
  | { type: 'question.answered'; work: WorkId; question: string; answer: string; by: string }
  | { type: 'question.withdrawn'; work: WorkId; id: string; question: string; reason: string }
  | { type: 'error'; work: WorkId | null; message: string; why: string | null };

export type EventType = WorkEvent['type'];
/** An event as it is stored: with its place in the sequence and its time. */
export type RecordedEvent = WorkEvent & { seq: number; at: string };
