import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { readTargets } from './target-files.ts';

test('a link on the way or at the end, a folder in its place and a huge file are no targets', async () => {
  await using tmp = await tmpdir();
  const root = join(tmp.path, 'repo');
  await mkdir(join(root, '.claude', 'rules', 'folder.md'), { recursive: true });
  await mkdir(join(tmp.path, 'outside'));
  await writeFile(join(tmp.path, 'outside', 'a.md'), 'not ours');
  await symlink(join(tmp.path, 'outside'), join(root, '.claude', 'agents'));
  await symlink(join(tmp.path, 'outside', 'a.md'), join(root, '.claude', 'rules', 'linked.md'));
  await symlink('nowhere', join(root, '.claude', 'rules', 'dangling.md'));
  await writeFile(join(root, '.claude', 'rules', 'plain.md'), 'plain');
  await writeFile(join(root, '.claude', 'rules', 'huge.md'), 'x'.repeat(2 * 1024 * 1024));
  const rule = (name: string) => `.claude/rules/${name}.md`;
  const targets = [
    ...['folder', 'linked', 'dangling', 'plain', 'huge', 'new'].map(rule),
    '.claude/agents/a.md',
  ];
  const context = { host: testHost() } as Parameters<typeof readTargets>[0];
  const { files, odd } = await readTargets(context, root, [...targets, '../outside/a.md', '/etc/passwd']);
  assert.deepEqual([...files], [[rule('plain'), 'plain']]);
  assert.deepEqual([...odd].sort(), [
    '.claude/agents/a.md',
    rule('dangling'),
    rule('folder'),
    rule('huge'),
    rule('linked'),
  ]);
});
