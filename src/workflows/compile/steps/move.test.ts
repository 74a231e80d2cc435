import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
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

test('a file that is overwritten stays what it was to the system, and is made apart: whoever is killed leaves nothing beside it', async () => {
  await using tmp = await tmpdir();
  const at = (name: string) => join(tmp.path, name);
  await mkdir(at('src'));
  await mkdir(at('.claude/tmp'), { recursive: true });
  await writeFile(at('src/run.sh'), 'old');
  await chmod(at('src/run.sh'), 0o755);
  await utimes(at('.claude/tmp'), 1, 1);
  const moved = await moveIn(systemFiles(systemRandom), tmp.path, { 'src/run.sh': 'new' }, undefined);
  assert.deepEqual(moved, { generated: ['src/run.sh'], overwritten: ['src/run.sh'], failed: [] });
  assert.equal(await readFile(at('src/run.sh'), 'utf8'), 'new');
  assert.equal((await stat(at('src/run.sh'))).mode & 0o777, 0o755);
  assert.ok((await stat(at('.claude/tmp'))).mtimeMs > 1_000, 'that is where it was made');
  assert.deepEqual(await readdir(at('.claude/tmp')), []);
});
