import assert from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tmpdir } from '../../../../test/support/tmpdir.ts';
import { systemFiles } from '../../../host/fs/host-files.ts';
import { systemRandom } from '../../../host/random.ts';
import { fileStamp } from '../scratch/sources.ts';
import { moveIn } from './move.ts';

test('what somebody wrote while a module was compiled stays, and is told; the rest moves in', async () => {
  await using tmp = await tmpdir();
  const at = (name: string) => join(tmp.path, name);
  await writeFile(at('old.ts'), 'old');
  await writeFile(at('theirs.ts'), 'before');
  const tree = { 'old.ts': fileStamp(at('old.ts')), 'theirs.ts': fileStamp(at('theirs.ts')) };
  await writeFile(at('theirs.ts'), 'of a person');
  await writeFile(at('fresh.ts'), 'of a person, too');
  await mkdir(at('elsewhere'));
  await symlink('/', at('linked'));
  const kept = {
    'old.ts': 'new',
    'theirs.ts': 'ours',
    'fresh.ts': 'ours',
    'made.ts': 'made',
    'linked/tmp.ts': 'ours',
  };
  const moved = await moveIn(systemFiles(systemRandom), tmp.path, kept, tree);
  assert.deepEqual(moved.generated, ['made.ts', 'old.ts']);
  assert.deepEqual(moved.overwritten, ['old.ts']);
  assert.deepEqual(
    moved.failed.map((why) => why.split(':')[0]),
    ['fresh.ts', 'linked/tmp.ts', 'theirs.ts'],
  );
  assert.equal(await readFile(at('theirs.ts'), 'utf8'), 'of a person');
  assert.equal(await readFile(at('fresh.ts'), 'utf8'), 'of a person, too');
  const again = await moveIn(
    systemFiles(systemRandom),
    tmp.path,
    { 'old.ts': 'new', 'made.ts': 'made' },
    tree,
  );
  assert.deepEqual(again.failed, [], 'after a crash it does the same');
});
