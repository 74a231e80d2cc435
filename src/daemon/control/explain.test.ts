import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AttemptRecord } from '../../store/tables/attempts.ts';
import type { Question } from '../../store/tables/questions.ts';
import type { RecordedEvent, WorkEvent } from '../../work/events.ts';
import { runId, workId } from '../../work/ids.ts';
import { explain } from './explain.ts';
import type { Facts } from './explain-facts.ts';

const id = workId('issue', 'o/r', 4);
const now = Date.UTC(2026, 0, 15, 12);
const soon = now + 60_000;

const plain: Facts = {
  id,
  now,
  title: 't',
  daemon: 'running',
  restsUntil: null,
  queued: undefined,
  slots: { running: 3, most: 3, here: { running: 1, most: 2 }, besides: false },
  repository: 'enabled',
  attempt: undefined,
  other: undefined,
  questions: [],
  events: [],
  labels: [],
  finishedByLabel: true,
  onForge: true,
  prospect: undefined,
  costUsd: 0,
};
const attempt: AttemptRecord = {
  work: id,
  inputHash: 'h',
  failures: 2,
  notBefore: soon,
  lastError: 'the checks failed',
  carryFrom: null,
  carry: [],
  lesson: null,
};
const question: Question = {
  id: 'q-1',
  work: id,
  run: runId(id, 'abcdef0123456789', 1),
  step: 'ask:x',
  round: 0,
  free: false,
  voidReason: null,
  text: 'go on?',
  options: ['yes', 'no'],
  askedAt: '',
  expiresAt: null,
  answer: null,
  answeredBy: null,
  appliedAt: null,
};
const event = (body: WorkEvent): RecordedEvent => ({ ...body, seq: 1, at: 'x' });
const left = (outcome: 'done' | 'skip' | 'failed' | 'waiting' | 'dropped', reason: string) =>
  event({ type: 'item.left', work: id, outcome, reason, durationMs: 0, costUsd: 0 });
const queued = { phase: 'Pending', running: false, restsUntil: null };

const ROWS: [
  name: string,
  facts: Partial<Facts>,
  state: string,
  because: RegExp,
  waitsFor: RegExp | null,
  wakes?: number,
][] = [
  ['running', { queued: { ...queued, phase: 'Analyzing', running: true } }, 'running', /Analyzing/, null],
  [
    'running says the step',
    {
      queued: { ...queued, running: true },
      events: [event({ type: 'step.started', work: id, run: 'r', step: 'implement', round: 0 })],
    },
    'running',
    /step implement/,
    null,
  ],
  ['no free slot', { queued }, 'queued', /Pending/, /free slot \(3 of 3/],
  ['paused', { queued, daemon: 'paused' }, 'queued', /Pending/, /paused/],
  [
    'an outage',
    {
      queued: { ...queued, restsUntil: soon },
      events: [event({ type: 'error', work: id, message: '502', why: null })],
    },
    'waiting',
    /outage: 502/,
    /outage/,
    soon,
  ],
  [
    'failed, tried later',
    { attempt },
    'waiting',
    /attempt 2 failed: the checks failed/,
    /next attempt/,
    soon,
  ],
  [
    'a budget',
    { attempt: { ...attempt, failures: 0, lastError: 'the budget for today is used up' } },
    'waiting',
    /^the budget/,
    /next attempt/,
    soon,
  ],
  [
    'a question comes before everything but work',
    { questions: [question], attempt, queued },
    'question',
    /go on\?/,
    /your answer/,
  ],
  [
    'a question with an end says when',
    { questions: [{ ...question, expiresAt: '2026-01-22T12:00:00.000Z' }] },
    'question',
    /go on\?/,
    /your answer, until 2026-01-22/,
  ],
  [
    'a question that was withdrawn is no reason any more',
    {
      labels: ['autodev:skip'],
      events: [
        left('skip', 'asks: go on?'),
        event({
          type: 'question.withdrawn',
          work: id,
          id: 'q-1',
          question: 'go on?',
          reason: 'it was closed',
        }),
      ],
    },
    'skip',
    /question was withdrawn: it was closed/,
    /a person/,
  ],
  [
    'left to a person',
    { labels: ['autodev:skip'], events: [left('skip', 'it needs clarification')] },
    'skip',
    /it needs clarification/,
    /a person/,
  ],
  [
    'somebody else put skip on it',
    { labels: ['autodev:skip'] },
    'skip',
    /somebody put autodev:skip/,
    /a person/,
  ],
  ['finished', { labels: ['autodev:done'], events: [left('done', 'PR #7')] }, 'done', /PR #7/, null],
  [
    'labels unknown: history says it',
    { labels: null, events: [left('done', 'PR #7')] },
    'done',
    /PR #7/,
    null,
  ],
  [
    'skip was taken away: the next scan',
    { events: [left('waiting', 'no checks yet')] },
    'waiting',
    /no checks yet/,
    /next scan/,
  ],
  [
    'refused',
    { events: [event({ type: 'item.refused', work: id, reason: 'the author may not' })] },
    'refused',
    /may not/,
    null,
  ],
  ['dropped', { events: [left('dropped', 'it was closed')] }, 'dropped', /closed/, null],
  ['its repository rests', { repository: 'disabled', attempt }, 'waiting', /disabled/, /repository/],
  ['its repository is gone', { repository: 'removed' }, 'waiting', /is not registered/, /repository/],
  [
    'its repository is no longer in the file',
    { repository: 'taken_out' },
    'waiting',
    /was taken out of config\.yaml/,
    /repository/,
  ],
  [
    'cut off by a stop',
    {
      daemon: 'stopped',
      labels: null,
      events: [event({ type: 'item.phase', work: id, from: 'Pending', to: 'Analyzing' })],
    },
    'waiting',
    /in work \(Analyzing\)/,
    /running daemon/,
  ],
  [
    'nobody is there to wake it',
    { daemon: 'stopped', labels: null, attempt },
    'waiting',
    /checks failed/,
    /running daemon/,
    soon,
  ],
  [
    'a question can be answered without a daemon',
    { daemon: 'stopped', labels: null, questions: [question] },
    'question',
    /go on/,
    /your answer/,
  ],
  [
    'answered while the daemon is paused',
    {
      daemon: 'paused',
      labels: [],
      events: [
        event({
          type: 'item.left',
          work: id,
          outcome: 'skip',
          reason: 'asks: go on?',
          durationMs: 0,
          costUsd: 0,
        }),
        event({ type: 'question.answered', work: id, question: 'go on?', answer: 'yes', by: 'ann' }),
      ],
    },
    'waiting',
    /answered with "yes"/,
    /paused/,
  ],
  ['known, but nothing happened', {}, 'unknown', /nothing/, /next scan/],
];

describe('why', () => {
  for (const [name, facts, state, because, waitsFor, wakes] of ROWS)
    test(name, () => {
      const told = explain({ ...plain, ...facts });
      assert.equal(told.state, state);
      assert.match(told.because, because);
      if (waitsFor === null) assert.equal(told.waits_for, null);
      else assert.match(told.waits_for ?? '', waitsFor);
      assert.equal(told.wakes_at, wakes === undefined ? null : new Date(wakes).toISOString());
      assert.notEqual(told.next, '');
    });
});
