import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { virtualClock } from '../../../test/support/clock.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { watchFile } from './watch.ts';

test('where nothing can be watched, the file is looked at every two seconds', async () => {
  await using tmp = await tmpdir();
  const clock = virtualClock();
  let changes = 0;
  // The folder does not exist yet, so the system refuses to watch it.
  const path = join(tmp.path, 'later', 'config.yaml');
  const watcher = watchFile(path, () => (changes += 1), clock);
  const looked = async () => {
    while (clock.pending() === 0) await clock.advance(0);
  };
  await looked();
  await mkdir(join(tmp.path, 'later'));
  await writeFile(path, '');
  await clock.advance(2000);
  await looked();
  assert.equal(changes, 1);
  await clock.advance(2000);
  await looked();
  assert.equal(changes, 1, 'nothing new');
  watcher[Symbol.dispose]();
  assert.equal(clock.pending(), 0);
});
