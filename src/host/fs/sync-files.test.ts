import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { readBytesSync, readTextSync } from './sync-files.ts';

test('reads files, also through a link; a pipe, a device, a folder and a loop are no files and keep nobody waiting', async () => {
  await using tmp = await tmpdir();
  const at = (name: string) => join(tmp.path, name);
  writeFileSync(at('text'), '한글\n');
  symlinkSync('text', at('link'));
  assert.equal(readTextSync(at('link')), '한글\n');
  assert.deepEqual(readBytesSync(at('text')), Buffer.from('한글\n'));
  assert.equal(spawnSync('mkfifo', [at('pipe')]).status, 0);
  symlinkSync('/dev/zero', at('device'));
  symlinkSync('loop', at('loop'));
  mkdirSync(at('folder'));
  for (const name of ['pipe', 'device', 'folder', 'loop', 'nothing'])
    assert.deepEqual([readTextSync(at(name)), readBytesSync(at(name))], [undefined, undefined], name);
});
