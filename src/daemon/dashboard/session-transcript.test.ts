import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../store/sqlite/open.ts';
import { workId } from '../../work/ids.ts';
import { sessionTranscriptOf } from './session-transcript.ts';

const work = workId('issue', 'org/app', 1);
const run = `${work}@abc#1`;

test('two sessions of one item that run side by side each have their own lines and end', async () => {
  const store = openStore(':memory:');
  const started = (session: string) =>
    store.events.append({
      type: 'session.started',
      work,
      run,
      step: 'plan',
      agent: 'claude',
      model: 'sonnet',
      session,
    });
  const said = (session: string, text: string) =>
    store.events.append({ type: 'session.progress', work, run, text, session });
  await started('a');
  await started('b');
  await said('b', 'b one');
  await said('a', 'a one');
  await said('b', 'b two');
  await store.sessions.add({
    id: 'b',
    repo: 'org/app',
    queueType: 'issue',
    itemKey: work,
    workerId: 'w',
    command: 'claude',
    stdout: '',
    stderr: '',
    exitCode: 7,
    startedAt: '2026-01-01T00:00:00Z',
    finishedAt: '2026-01-01T00:01:00Z',
    durationMs: 60_000,
  });
  const first = await sessionTranscriptOf(work, 1, { store, isRunning: true });
  const second = await sessionTranscriptOf(work, 2, { store, isRunning: true });
  assert.deepEqual([first.lines, first.exit_code, first.finished_at], [['a one'], null, null]);
  assert.deepEqual([second.lines, second.exit_code], [['b one', 'b two'], 7]);
  await store.close();
});
