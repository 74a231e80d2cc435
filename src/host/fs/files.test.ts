import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { writeAtomicBytes } from './cache-file.ts';
import {
  appendJsonLine,
  contained,
  fileError,
  list,
  makeFolderSync,
  removeHalfWritten,
  writableFolder,
  writeAtomic,
} from './files.ts';
import { openDatabase } from '../db/sqlite.ts';

describe('files', () => {
  test('a replaced file is whole, and nothing temporary stays', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'a', 'state.json');
    await Promise.all(Array.from({ length: 20 }, (_, i) => writeAtomic(path, `${i}`.repeat(1_000))));
    const text = await readFile(path, 'utf8');
    assert.equal(new Set(text.length === 1_000 ? text : (text.match(/../g) ?? [])).size, 1);
    assert.deepEqual(await readdir(join(tmp.path, 'a')), ['state.json']);
  });

  test('a file made in another folder is whole as well, also where that folder cannot be had; what killed writers left there goes', async () => {
    await using tmp = await tmpdir();
    const at = (name: string) => join(tmp.path, name);
    await writeFile(at('none'), 'a file');
    await writeAtomic(at('made/a.txt'), 'a', undefined, at('workshop'));
    await writeAtomic(at('made/b.txt'), 'b', undefined, at('none/workshop'));
    assert.deepEqual(await readdir(at('made')), ['a.txt', 'b.txt']);
    assert.deepEqual(await readdir(at('workshop')), []);
    for (const name of ['.a.txt.12.3.tmp', 'result.json', '.mine.tmp'])
      await writeFile(at(`workshop/${name}`), '');
    await removeHalfWritten(at('workshop'));
    await removeHalfWritten(at('nowhere'));
    assert.deepEqual(await readdir(at('workshop')), ['.mine.tmp', 'result.json']);
  });

  test('containment sees through dots, links and dangling links', async () => {
    await using tmp = await tmpdir();
    const root = join(tmp.path, 'root');
    await mkdir(join(root, 'sub'), { recursive: true });
    await mkdir(join(tmp.path, 'outside'));
    await symlink(join(tmp.path, 'outside'), join(root, 'link'));
    await symlink(join(tmp.path, 'not-there'), join(root, 'dangling'));
    await symlink(join(root, 'sub'), join(root, 'fine'));
    assert.equal(await contained(root, 'sub/new/file'), join(root, 'sub/new/file'));
    assert.equal(await contained(root, 'fine/x'), join(root, 'sub/x'));
    assert.equal(await contained(root, '.'), root);
    for (const path of ['../x', 'sub/../../x', '/etc/passwd', 'link/x', 'dangling', 'dangling/x'])
      assert.equal(await contained(root, path), undefined, path);
  });

  test('a folder that cannot be written to is named, with what to do', async () => {
    await using tmp = await tmpdir();
    await writeFile(join(tmp.path, 'file'), '');
    await assert.rejects(writableFolder(join(tmp.path, 'file', 'home'), 'the autodev folder'), {
      code: 'io',
      hint: /AUTODEV_HOME/,
    });
  });

  test('folders are made by either door, also those above', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'a', 'b', 'c');
    makeFolderSync(path);
    makeFolderSync(path);
    await writeFile(join(path, 'file'), '');
    assert.deepEqual(await list(join(path, 'file', 'below')), []);
    assert.throws(() => makeFolderSync(join(path, 'file', 'below')), { code: 'ENOTDIR' });
    assert.throws(() => openDatabase(join(path, 'file', 'below', 'x.db')), {
      code: 'io',
      why: /part of the path is a file/,
    });
  });

  // Node's recursive mkdir never returns there; a synchronous one would end this suite by its time limit.
  test(
    'where no folder can be made, every door says so',
    { skip: process.platform !== 'linux' },
    async () => {
      const path = '/proc/autodev-test/x/y';
      assert.throws(() => makeFolderSync(path), { code: 'ENOENT' });
      assert.throws(() => openDatabase(path), { code: 'io', why: /no folder can be made/ });
      await assert.rejects(appendJsonLine(path, {}), { code: 'ENOENT' });
      await assert.rejects(writeAtomicBytes(path, Buffer.of(1)), { code: 'ENOENT' });
    },
  );

  test('a full disk reads as a full disk', () => {
    const error = fileError(
      Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }),
      'cannot write x',
    );
    assert.deepEqual([error.code, error.why], ['io', 'the disk is full']);
  });
});
