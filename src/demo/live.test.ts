import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RecordedEvent } from '../work/events.ts';
import { displayWidth } from '../render/width.ts';
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
  const done = {
    ...row,
    item: 'issue #1',
    title: 'A title '.repeat(20),
    phase: 'done',
    pull: 'PR #7',
    reason: '',
  };
  test('stays within the width and says below it why an item was left to a person', () => {
    for (const width of [80, 85, 160]) {
      const shown = summaryTable([done, row], width);
      for (const line of shown.split('\n')) assert.ok(displayWidth(line) <= width, line);
      assert.match(shown, /^issue #1 {2}A title .*… {2}PR #7 +0\.0 s {2}\$0\.00$/m);
      assert.match(shown, /^issue #2 {2}Faster +left to you +0\.0 s {2}\$0\.00$/m);
      assert.match(shown, /label autodev:skip[^\n]+\n {2}issue #2 {2}it is not said what has to be faster$/);
    }
  });
});
