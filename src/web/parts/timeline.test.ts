import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeline } from './timeline.ts';

test('how long a step has been going on can be read without a script', async () => {
  const now = Date.UTC(2026, 2, 12, 14, 40);
  const entry = {
    seq: 1,
    kind: 'step',
    name: 'implement',
    round: 0,
    state: 'running',
    at: new Date(now - 18 * 60_000).toISOString(),
    agent: null,
    model: null,
    text: '',
    duration_ms: null,
    cost_usd: 0,
  } as const;
  const shown = String(await timeline([entry], { now, sessionPath: (nth) => `/sessions/${nth}` }));
  assert.match(shown, /data-since>18 min<\/time>/);
});
