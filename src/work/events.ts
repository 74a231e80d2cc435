import type { WorkId } from './ids.ts';
import type { Label } from './labels.ts';
import type { Outcome, Phase } from './phases.ts';

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
  | { type: 'repo.scanned'; repo: string; target: string; found: number; taken: number }
  | { type: 'repo.failed'; repo: string; message: string }
  | { type: 'repo.config'; repo: string; problems: string[] }
  | { type: 'item.queued'; work: WorkId; phase: Phase; title: string }
  | { type: 'item.refused'; work: WorkId; reason: string }
  | { type: 'item.phase'; work: WorkId; from: Phase; to: Phase }
  | { type: 'item.label'; work: WorkId; added: Label[]; removed: Label[] }
  | { type: 'item.waiting'; work: WorkId; reason: string; until: number | null; cause?: 'budget' | 'agent' }
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
  | { type: 'effect.done'; work: WorkId; run: string; effect: string; target: string; found: boolean }
  /** What hid text from people was taken out before an agent read it: how much and where, never the text itself. */
  | { type: 'text.removed'; work: WorkId; run: string; what: string }
  | { type: 'session.started'; work: WorkId; run: string; step: string; agent: string; model: string }
  | { type: 'session.progress'; work: WorkId; run: string; text: string }
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
