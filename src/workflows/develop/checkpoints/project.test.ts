import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tmpdir } from '../../../../test/support/tmpdir.ts';
import { readProject } from './project.ts';

test('a pipe or a device in place of a project file holds up nobody', async () => {
  await using tmp = await tmpdir();
  execFileSync('mkfifo', [join(tmp.path, 'pyproject.toml')]);
  symlinkSync('/dev/zero', join(tmp.path, 'go.mod'));
  writeFileSync(join(tmp.path, 'package.json'), '{\n  "name": "app"\n}\n');
  assert.deepEqual((await readProject(tmp.path, [])).names, ['app']);
});
