import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorkEvent } from '../work/events.ts';
import { runId, workId } from '../work/ids.ts';
import { openNews } from './news.ts';

const work = workId('issue', 'o/r', 1);
const at = { work, run: runId(work, 'abcdef0123456789', 1), step: 'analyze', round: 0 };
const message = 'the analyze session ended with crashed: it broke';
const failed: WorkEvent = { type: 'step.failed', ...at, durationMs: 1, costUsd: 0, message };
const left = (outcome: 'failed' | 'skip', reason: string): WorkEvent => ({
  type: 'item.left',
  work,
  outcome,
  reason,
  durationMs: 1,
  costUsd: 0.1,
});
const scan: WorkEvent = { type: 'repo.failed', repo: 'o/r', message: 'no connection' };

test('the same trouble is told once, and again when it comes back after things went well', () => {
  const line = openNews();
  assert.deepEqual(
    [
      failed,
      left('failed', message),
      failed,
      left('skip', `gave up after 2 attempts: ${message}`),
      scan,
      scan,
      { type: 'repo.scanned', repo: 'o/r', target: 'issues', found: 0, taken: 0 } as const,
      scan,
      { type: 'error', work, message: 'another', why: null } as const,
      left('failed', 'a third one'),
    ].map(line),
    [
      `analyze failed: ${message}`,
      'left as failed: as above, $0.10',
      undefined,
      'left as skip: gave up after 2 attempts, $0.10',
      'cannot scan o/r: no connection',
      undefined,
      undefined,
      'cannot scan o/r: no connection',
      'error: another',
      'left as failed: a third one, $0.10',
    ],
  );
});
