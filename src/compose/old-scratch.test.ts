import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tmpdir } from '../../test/support/tmpdir.ts';
import { systemClock } from '../host/clock.ts';
import { removeOldScratch } from './old-scratch.ts';

test('what sessions left days ago is removed, what is in use stays', async () => {
  await using tmp = await tmpdir();
  for (const name of ['old', 'new']) mkdirSync(join(tmp.path, 'tmp', name, 'deep'), { recursive: true });
  utimesSync(join(tmp.path, 'tmp', 'old'), 1, 1);
  await removeOldScratch(tmp.path, systemClock);
  assert.deepEqual(readdirSync(join(tmp.path, 'tmp')), ['new']);
  await removeOldScratch(join(tmp.path, 'nowhere'), systemClock);
});
