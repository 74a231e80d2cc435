import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RecordedEvent } from '../work/events.ts';
import { workId } from '../work/ids.ts';
import { liveView } from './live.ts';
import { summaryTable } from './summary.ts';

const found = (number: number): RecordedEvent => ({
  type: 'item.queued',
  work: workId('issue', 'o/r', number),
  phase: 'Pending',
  title: 'A title',
  seq: number,
  at: '2026-01-01T00:00:00.000Z',
});

describe('the live view of the demo', () => {
  test('takes the last picture away and draws the next in one write', () => {
    const writes: string[] = [];
    const screen = {
      live: true,
      color: false,
      columns: 80,
      rows: 24,
      write: (t: string) => void writes.push(t),
    };
    const view = liveView(screen);
    view.event(found(1));
    view.event(found(2));
    view.note('said');
    assert.equal(writes.length, 3);
    for (const write of writes.slice(1)) assert.match(write, /^\u001b\[\d+A\u001b\[J[\s\S]*issue #2/);
    assert.match(writes[2] ?? '', /said\n {2}issue #1/);
  });
});

describe('the summary of the demo', () => {
  const row = {
    item: 'issue #2',
    title: 'Faster',
    phase: 'skip',
    label: 'autodev:skip',
    pull: '',
    duration_ms: 1,
    cost_usd: 0,
    sessions: 1,
    reason: 'it is not said what has to be faster',
  };
  test('says why an item was left to a person where there is room, and stays within the width', () => {
    assert.match(summaryTable([row], 160), /\$0\.00 {2}it is not said what has to be faster\n/);
    assert.match(summaryTable([row], 85), /it is not .*…\n/);
    for (const width of [80, 85, 160])
      for (const line of summaryTable([row], width).split('\n')) assert.ok(line.length <= width, line);
  });
});
