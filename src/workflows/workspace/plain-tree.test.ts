import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { refuseUnplainTree } from './plain-tree.ts';

test('git is let into a plain project only: no repository within it, no pipe', async () => {
  await using tmp = await tmpdir();
  const folder = join(tmp.path, 'project');
  await mkdir(join(folder, '.git', 'objects'), { recursive: true });
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src', 'a.ts'), 'a');
  await symlink('a.ts', join(folder, 'src', 'b.ts'));
  await refuseUnplainTree(folder);
  execFileSync('mkfifo', [join(folder, 'src', 'pipe')]);
  await assert.rejects(refuseUnplainTree(folder), { why: 'it is a pipe, not a file' });
  execFileSync('rm', [join(folder, 'src', 'pipe')]);
  await mkdir(join(folder, 'src', 'sub', '.git'), { recursive: true });
  await assert.rejects(refuseUnplainTree(folder), { why: 'a repository within the repository' });
});
