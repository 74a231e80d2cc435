import type { ItemDetails } from '../../src/api/board/item-details.ts';
import type { RecordedEvent } from '../../src/api/recorded-event.ts';
import type { BoardItem, Snapshot } from '../../src/api/board/snapshot.ts';
import type { WorkEvent } from '../../src/work/events.ts';
import { workId } from '../../src/work/ids.ts';

/** Items and snapshots as the daemon tells them, for tests of dashboards. */

export function boardItemOf(number: number, own: Partial<BoardItem> = {}): BoardItem {
  return {
    id: `issue:org/repo:${number}`,
    type: 'issue',
    repo: 'org/repo',
    number,
    title: `Title ${number}`,
    phase: 'Pending',
    running: false,
    waiting: { reason: 'a free slot (1 of 1 running)', until: null },
    failures: 0,
    cost_usd: 0,
    queued_at: '2026-01-01T10:00:00.000Z',
    group: 'waiting',
    url: `https://forge.example/org/repo/issues/${number}`,
    question: null,
    left: null,
    ...own,
  };
}

export const running = (number: number, phase: string, own: Partial<BoardItem> = {}): BoardItem =>
  boardItemOf(number, { group: 'running', running: true, phase, waiting: null, ...own });

export const asking = (number: number, text: string, options: string[] = []): BoardItem =>
  boardItemOf(number, {
    group: 'person',
    phase: null,
    waiting: { reason: `an answer: ${text}`, until: null },
    question: { id: `q${number}`, text, options, free: options.length === 0, expires_at: null },
  });

export const failed = (number: number, reason: string): BoardItem =>
  boardItemOf(number, {
    group: 'failed',
    phase: null,
    waiting: null,
    failures: 3,
    left: { at: '2026-01-01T10:00:00.000Z', outcome: 'skip', reason },
  });

export function snapshotWith(items: BoardItem[], own: Partial<Snapshot> = {}): Snapshot {
  return {
    schema_version: 1,
    presence: 'answers',
    status: {
      schema_version: 1,
      daemon: {
        state: 'running',
        version: '0.1.0',
        pid: 7,
        started_at: '2026-01-01T09:00:00.000Z',
        uptime_secs: 3_600,
        home: '/home',
        paused: false,
        config_refused: null,
      },
      queue: { issue: {} },
      running: items.filter(({ group }) => group === 'running').length,
      waiting: 0,
      interrupted: 0,
      resting: [],
      not_in_force: [],
      questions: items.filter(({ group }) => group === 'person').length,
      pending_commands: 0,
      labels: { 'autodev:wip': 3, 'autodev:done': 28, 'autodev:skip': 5 },
      costs: { today_usd: 0.75, per_day_usd: 20 },
      repositories: [],
      seq: 100,
    },
    items,
    events: [],
    ...own,
  };
}

/** Local times, so that what is shown does not depend on where the test runs. */
export function eventAt(seq: number, time: string, event: WorkEvent): RecordedEvent {
  return { ...event, seq, at: new Date(`2026-01-01T${time}:00`).toISOString() };
}

export function detailsOf(number: number, own: Partial<ItemDetails> = {}): ItemDetails {
  const id = workId('issue', 'org/repo', number);
  return {
    schema_version: 1,
    url: `https://forge.example/org/repo/issues/${number}`,
    why: {
      schema_version: 1,
      id,
      title: `Title ${number}`,
      state: 'running',
      phase: 'Analyzing',
      because: 'it is being worked on: step analyze',
      waits_for: null,
      wakes_at: null,
      next: 'nothing',
      daemon: 'running',
      labels: ['autodev:wip'],
      failures: 0,
      last_error: null,
      cost_usd: 0.5,
      questions: [],
      events: [],
    },
    timeline: [],
    verdicts: [],
    findings: [],
    questions: [],
    effects: [],
    tail: [],
    ...own,
  };
}
