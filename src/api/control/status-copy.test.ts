import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import type { Status } from '../status.ts';
import { readStatusCopy, statusMarks, writeStatusCopy } from './status-copy.ts';

const status = (pid: number | null): Status => ({
  schema_version: 1,
  daemon: {
    state: pid === null ? 'stopped' : 'running',
    version: '1',
    pid,
    started_at: null,
    uptime_secs: null,
    home: '/h',
    paused: false,
    config_refused: null,
  },
  queue: { issue: {}, pr: {}, merge: {} },
  running: 0,
  waiting: 0,
  interrupted: 0,
  resting: [],
  not_in_force: [],
  questions: 0,
  pending_commands: 0,
  labels: { 'autodev:wip': 0, 'autodev:done': 0, 'autodev:skip': 0 },
  costs: { today_usd: 0, per_day_usd: null },
  repositories: [],
  seq: 0,
});

async function home(pid: number | null, validUntil = Number.MAX_SAFE_INTEGER) {
  const tmp = await tmpdir();
  writeFileSync(join(tmp.path, 'autodev.db'), 'a');
  writeStatusCopy(tmp.path, {
    marks: statusMarks(tmp.path),
    validUntil,
    text: 'said\n',
    hint: '',
    status: status(pid),
  });
  return tmp;
}

describe('the copy of the status', () => {
  test('is what was written, for this user alone, while nothing has changed', async () => {
    await using tmp = await home(process.pid);
    assert.equal(readStatusCopy(tmp.path)?.text, 'said\n');
    assert.equal(statSync(join(tmp.path, 'status.json')).mode & 0o777, 0o600);
  });

  for (const name of ['autodev.db', 'autodev.db-wal', 'config.yaml'])
    test(`is void when ${name} has changed`, async () => {
      await using tmp = await home(null);
      appendFileSync(join(tmp.path, name), 'b');
      assert.equal(readStatusCopy(tmp.path), undefined);
    });

  test('is void when its time is over', async () => {
    await using tmp = await home(null, 1);
    assert.equal(readStatusCopy(tmp.path), undefined);
  });

  test('is void when its daemon is gone, also when its pid is another process now', async () => {
    await using tmp = await home(process.pid);
    const file = join(tmp.path, 'status.json');
    const copy = JSON.parse(readFileSync(file, 'utf8')) as { started: string };
    writeFileSync(file, JSON.stringify({ ...copy, started: '12345' }));
    assert.equal(readStatusCopy(tmp.path), undefined);
  });

  test('is void when the file is damaged', async () => {
    await using tmp = await home(null);
    writeFileSync(join(tmp.path, 'status.json'), '{"marks": ');
    assert.equal(readStatusCopy(tmp.path), undefined);
  });

  test('is absent where none was written', async () => {
    await using tmp = await tmpdir();
    assert.equal(readStatusCopy(tmp.path), undefined);
  });
});
