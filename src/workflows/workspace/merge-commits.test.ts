import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { filesWithMarkers } from './merge-commits.ts';

const { git } = testHost();
const identity = { name: 'T', email: 't@example.invalid' };

test('a file is in conflict when it carries both ends of one; a heading underlined with = is none', async () => {
  await using tmp = await tmpdir();
  const cwd = tmp.path;
  const files = {
    'heading.rst': 'Changes\n=======\n\ntext\n',
    'conflict.txt': 'a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\n',
    'begun.txt': '<<<<<<< only this\n=======\n',
    'quoted.md': '> quoted\n>>>>>>> deeply\n=======\n',
    'shifted.md': '  <<<<<<< ours\n  >>>>>>> theirs\n',
  };
  await git.run(['init', '-q'], { cwd });
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
  await git.run(['add', '-A'], { cwd });
  await git.run(['commit', '-q', '-m', 'files'], { cwd, identity });
  const commit = await git.text(['rev-parse', 'HEAD'], { cwd });
  const found = await filesWithMarkers(git, join(cwd, '.git'), commit, Object.keys(files));
  assert.deepEqual(found, ['conflict.txt']);
});
