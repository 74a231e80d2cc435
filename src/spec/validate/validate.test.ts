import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { claudeMd, writeProject } from '../../../test/support/spec-project.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { validateProject } from './project.ts';

const NOW = Date.UTC(2026, 5, 1);
const validate = (root: string, path?: string, strict = false) =>
  validateProject(root, path, strict, { now: NOW });

describe('validate', () => {
  test('reports what is wrong with file, line and suggestion', async () => {
    await using tmp = await tmpdir();
    await writeProject(tmp.path, {
      'a/CLAUDE.md': claudeMd('a', { exports: '- `f(): void`' }),
      'b/CLAUDE.md': claudeMd('b', { behavior: '- no arrow\n### UC-1: x\n- Includes: UC-2\n- y → z' }),
      'c/CLAUDE.md': '# c\n',
    });
    const { valid, errors, warnings, files } = await validate(tmp.path);
    assert.deepEqual([valid, files], [false, 3]);
    assert.deepEqual(
      errors.map(({ error_type, file, line }) => [error_type, file, line]),
      [
        ['InvalidIncludeTarget', 'b/CLAUDE.md', 12],
        ['MissingSection', 'c/CLAUDE.md', 2],
      ],
    );
    assert.deepEqual(warnings, [
      {
        error_type: 'InvalidBehavior',
        message: 'no arrow in "no arrow"',
        file: 'b/CLAUDE.md',
        line: 10,
        section: 'Behavior',
        suggestion: 'write - input → output',
      },
    ]);
  });

  test('warns of references that lead nowhere, in files of version 2 only', async () => {
    await using tmp = await tmpdir();
    const context = 'a/CLAUDE.md#F and a/CLAUDE.md#f and gone/CLAUDE.md#f and gone/CLAUDE.md#g';
    await writeProject(tmp.path, {
      'a/CLAUDE.md': claudeMd('a', { exports: '- `f(): void`' }),
      'b/CLAUDE.md': claudeMd('b', { context }),
      'c/CLAUDE.md': claudeMd('c', { context, version: '1.0' }),
    });
    const { valid, warnings } = await validate(tmp.path);
    assert.equal(valid, true);
    assert.deepEqual(
      warnings.map(({ error_type, file, message, suggestion }) => [error_type, file, message, suggestion]),
      [
        [
          'UnresolvedCrossReference',
          'b/CLAUDE.md',
          'a/CLAUDE.md#F leads nowhere',
          'did you mean a/CLAUDE.md#f?',
        ],
        [
          'UnresolvedCrossReference',
          'b/CLAUDE.md',
          'gone/CLAUDE.md#f leads nowhere',
          'did you mean a/CLAUDE.md#f?',
        ],
        [
          'UnresolvedCrossReference',
          'b/CLAUDE.md',
          'gone/CLAUDE.md#g leads nowhere',
          'there is no gone/CLAUDE.md',
        ],
      ],
    );
    const strict = await validate(tmp.path, undefined, true);
    assert.deepEqual([strict.valid, strict.errors.length, strict.warnings], [false, 3, []]);
  });

  test('looks at one file, one folder, or all', async () => {
    await using tmp = await tmpdir();
    await writeProject(tmp.path, {
      'CLAUDE.md': claudeMd('root'),
      'a/CLAUDE.md': '# a\n',
      'a/b/CLAUDE.md': '# b\n',
      'ab/CLAUDE.md': '# ab\n',
      'draft.md': '# draft\n',
    });
    const found = async (path?: string) =>
      (await validate(tmp.path, path && join(tmp.path, path))).errors.map(({ file }) => file);
    assert.deepEqual(await found(), ['a/CLAUDE.md', 'a/b/CLAUDE.md', 'ab/CLAUDE.md']);
    assert.deepEqual(await found('a'), ['a/CLAUDE.md', 'a/b/CLAUDE.md']);
    assert.deepEqual(await found('a/CLAUDE.md'), ['a/CLAUDE.md']);
    assert.deepEqual(await found('draft.md'), ['draft.md']);
    await assert.rejects(found('nowhere'), { code: 'not_found' });
  });

  test('reports files that cannot be read, or are no UTF-8', async (t) => {
    await using tmp = await tmpdir();
    await writeProject(tmp.path, { 'a/CLAUDE.md': claudeMd('a'), 'b/CLAUDE.md': '' });
    await writeFile(
      join(tmp.path, 'b/CLAUDE.md'),
      Buffer.concat([Buffer.from(claudeMd('b')), Buffer.from([0xff, 0xfe, 10])]),
    );
    const { errors, warnings } = await validate(tmp.path);
    assert.deepEqual(errors, []);
    assert.deepEqual(
      warnings.map(({ error_type, file }) => [error_type, file]),
      [['FileError', 'b/CLAUDE.md']],
    );
    if (process.getuid?.() === 0) {
      t.diagnostic('root may read everything: the unreadable file is left out');
      return;
    }
    await chmod(join(tmp.path, 'a/CLAUDE.md'), 0);
    assert.equal((await validate(tmp.path)).errors[0]?.error_type, 'FileError');
  });
});
