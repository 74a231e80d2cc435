import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeProject } from '../../../test/support/spec-project.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { moduleTree } from './tree.ts';
import { walkFolders } from './walk.ts';

test('a folder needs a CLAUDE.md from one source file or two subfolders on', async () => {
  await using tmp = await tmpdir();
  await writeProject(tmp.path, {
    'src/auth/token.rs': '',
    'src/auth/CLAUDE.md': '',
    'src/auth/IMPLEMENTS.md': '',
    'src/api/v1/a.kt': '',
    'src/api/v1/b.py': '',
    'docs/README.md': '',
    'docs/CLAUDE.md': '',
    'target/main.rs': '',
    'node_modules/x/index.js': '',
    '.git/x.ts': '',
  });
  await mkdir(join(tmp.path, 'empty'));
  const { modules } = moduleTree(tmp.path, walkFolders(tmp.path));
  assert.deepEqual(
    modules.map(({ dir, status, reason }) => [dir, status, reason]),
    [
      ['.', 'missing', '0 source files, 3 subfolders'],
      ['docs', 'unexpected', '0 source files, 0 subfolders'],
      ['empty', 'not_required', '0 source files, 0 subfolders'],
      ['src', 'missing', '0 source files, 2 subfolders'],
      ['src/api', 'not_required', '0 source files, 1 subfolder'],
      ['src/api/v1', 'missing', '2 source files, 0 subfolders'],
      ['src/auth', 'complete', '1 source file, 0 subfolders'],
    ],
  );
  assert.deepEqual(modules.at(-1), {
    dir: 'src/auth',
    needs_claude_md: true,
    has_claude_md: true,
    has_implements_md: true,
    reason: '1 source file, 0 subfolders',
    status: 'complete',
  });
});
