import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RecordedEvent, WorkEvent } from '../../work/events.ts';
import { workId } from '../../work/ids.ts';
import { timelineOf } from './timeline.ts';

const work = workId('issue', 'o/r', 1);
const run = `${work}@abc#1`;
const record = (events: readonly WorkEvent[]): RecordedEvent[] =>
  events.map((event, at) => ({ ...event, seq: at + 1, at: `2026-01-01T00:00:0${at}.000Z` }));
const analyze = { work, run, step: 'analyze', round: 0 };
const session = { work, run, step: 'analyze', agent: 'claude' };
const finished = { ...analyze, durationMs: 2_000, costUsd: 0.5 };
const short = (events: readonly WorkEvent[], running = false) =>
  timelineOf(record(events), running).map(({ kind, name, state, text, duration_ms: ms, cost_usd: usd }) =>
    [kind, name, state, text, ms, usd].join(' '),
  );

describe('the timeline of an item', () => {
  test('shows a step and its session once each, with how long they took and what they cost', () => {
    const told = short([
      { type: 'run.started', work, run, attempt: 1 },
      { type: 'step.started', ...analyze },
      { type: 'session.started', ...session, model: 'opus' },
      {
        type: 'session.finished',
        ...session,
        sessionId: 's',
        costUsd: 0.5,
        turns: 3,
        durationMs: 1_000,
        ok: true,
      },
      { type: 'step.finished', ...finished, summary: 'clear' },
    ]);
    assert.deepEqual(told, [
      'run attempt 1 done   0',
      'step analyze done clear 2000 0.5',
      'session analyze done 3 turns 1000 0.5',
    ]);
  });

  test('shows what runs as running, and as interrupted when nobody works on it any more', () => {
    const events: WorkEvent[] = [{ type: 'step.started', ...analyze }];
    assert.deepEqual(short(events, true), ['step analyze running   0']);
    assert.deepEqual(short(events, false), ['step analyze failed interrupted  0']);
  });

  test('shows a step that was cut off and begun again as two', () => {
    const told = short([
      { type: 'step.started', ...analyze },
      { type: 'step.started', ...analyze },
      { type: 'step.failed', ...finished, message: 'no' },
    ]);
    assert.deepEqual(told, ['step analyze failed interrupted  0', 'step analyze failed no 2000 0.5']);
  });

  test('shows an end whose begin is not among the events', () => {
    assert.deepEqual(short([{ type: 'step.finished', ...finished, summary: 'clear' }]), [
      'step analyze done clear 2000 0.5',
    ]);
  });
});
