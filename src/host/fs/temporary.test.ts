import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { systemRandom } from '../random.ts';
import { temporaryFolder } from './temporary.ts';

test('a temporary folder goes, also where folders in it may not be changed', async () => {
  await using tmp = await tmpdir();
  const folder = await temporaryFolder(systemRandom, tmp.path);
  mkdirSync(join(folder.path, 'a', 'b'), { recursive: true });
  writeFileSync(join(folder.path, 'a', 'b', 'x'), 'x');
  chmodSync(join(folder.path, 'a', 'b'), 0o500);
  chmodSync(join(folder.path, 'a'), 0o500);
  await folder.remove();
  assert.equal(existsSync(folder.path), false);
});
