import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordedEvent } from '../../../work/events.ts';
import { workId } from '../../../work/ids.ts';
import { patternsOf } from '../patterns/patterns.ts';
import { summaryLines } from '../report/sections.ts';
import { reportOfFacts } from '../report/make-report.ts';
import { reportWords } from '../report/words.ts';
import { factsOf } from './facts.ts';
import type { DayMaterial } from './material.ts';

const REPO = 'org/app';
const DAY = { repo: REPO, day: '2026-03-03', from: Date.UTC(2026, 2, 3), to: Date.UTC(2026, 2, 4) };
const at = (hour: number) => new Date(DAY.from + hour * 3_600_000).toISOString();
const issue = (number: number) => workId('issue', REPO, number);

function material(more: Partial<DayMaterial>): DayMaterial {
  return { ...DAY, events: [], earlier: [], reviews: [], sessions: [], usual: [], costs: [], ...more };
}

const ended = (number: number, hour: number): RecordedEvent => ({
  seq: hour,
  at: at(hour),
  type: 'session.finished',
  work: issue(number),
  run: 'r',
  step: 'implement',
  agent: 'claude',
  sessionId: `s${hour}`,
  costUsd: 0.36,
  turns: 1,
  durationMs: 1,
  ok: true,
});
const failed = (number: number, hour: number, reason = 'the client timed out'): RecordedEvent => ({
  seq: 100 + hour,
  at: at(hour),
  type: 'item.left',
  work: issue(number),
  outcome: 'failed',
  reason,
  durationMs: 1,
  costUsd: 0,
});

test('sessions whose transcripts are not here are counted by what the daemon told of them', () => {
  const spent = { work: issue(1), role: 'implement', model: 'm', usd: 0.36, tokens: 1 };
  const day = material({
    events: [ended(1, 1), ended(1, 2), failed(1, 3), ended(1, 25), ended(2, -1)],
    costs: [spent, spent],
  });
  const report = reportOfFacts(day, 'en');
  assert.deepEqual([report.facts.sessions, report.facts.tasks[0]?.sessions], [2, 2]);
  assert.ok(summaryLines(report, reportWords('en')).includes('$0.72 in 2 sessions'));
  const untold = reportOfFacts({ ...day, events: [failed(1, 3)] }, 'en');
  assert.ok(summaryLines(untold, reportWords('en')).includes('$0.72 spent'));
});

test('a failure is called rising where it came at least twice as often as on a day of the week before', () => {
  const said = (times: number, before: number) => {
    const events = Array.from({ length: times }, (_, n) => failed(n + 1, 1));
    const earlier = Array.from({ length: before }, (_, n) => failed(50 + n, -24));
    const [pattern] = patternsOf(factsOf(material({ events, earlier })), 'en');
    return pattern?.description;
  };
  const rising = (earlier: string) => `, up from ${earlier} a day in the week before`;
  const base = (times: number) => `"the client timed out" ${times} times in ${times} tasks`;
  assert.equal(said(2, 0), undefined, 'twice may happen to anybody');
  assert.equal(said(3, 0), `${base(3)}${rising('0')}`);
  assert.equal(said(4, 14), `${base(4)}${rising('2')}`);
  assert.equal(said(4, 15), base(4), '4 is less than twice 2.14');
  assert.equal(said(3, 70), base(3));
});
