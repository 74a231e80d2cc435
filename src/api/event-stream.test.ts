import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordedEvent } from '../work/events.ts';
import { eventsIn, eventText } from './event-stream.ts';

test('events come out whole, in whatever pieces they came in', () => {
  const sent = [1, 2, 3].map((seq): RecordedEvent => ({
    type: 'config.rejected',
    message: `line\n${seq} – “x”`,
    seq,
    at: 'now',
  }));
  const text = `: still here\n\n${sent.map(eventText).join(': still here\n\n')}`;
  for (const size of [1, 2, 7, 50, text.length]) {
    const got: RecordedEvent[] = [];
    const read = eventsIn((event) => got.push(event));
    for (let at = 0; at < text.length; at += size) read(text.slice(at, at + size));
    assert.deepEqual(got, sent, `in pieces of ${size}`);
  }
});
