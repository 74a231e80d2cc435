import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { claudeMd, writeProject } from '../../../test/support/spec-project.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { findReferences, findSymbols } from './find.ts';
import { indexOverview, symbolIndex } from './index.ts';
import { openProject } from './project.ts';

const NOW = Date.UTC(2026, 5, 1);
const open = (root: string, home?: string) => openProject(root, { home, now: NOW });
const fresh = async (root: string) => symbolIndex(await open(root));

const FILES = {
  'CLAUDE.md': claudeMd('root', { exports: '- `main(): void`', version: '1.0' }),
  'src/auth/CLAUDE.md': claudeMd('auth', {
    exports:
      '#### validateToken\n`validateToken(token: string): Claims`\n#### Claims\n`Claims { id: string }`',
  }),
  'src/api/CLAUDE.md': claudeMd('api', {
    context:
      'Uses src/auth/CLAUDE.md#validateToken, ../auth/CLAUDE.md#Claims, ./../auth/CLAUDE.md#gone, CLAUDE.md#main.',
  }),
  'node_modules/x/CLAUDE.md': claudeMd('x', { exports: '- `no(): void`' }),
  '.hidden/CLAUDE.md': claudeMd('y', { exports: '- `no(): void`' }),
};

describe('the symbol index', () => {
  test('knows every symbol and every reference, in canonical form', async () => {
    await using tmp = await tmpdir();
    await writeProject(tmp.path, FILES);
    const index = await fresh(tmp.path);
    assert.deepEqual(
      index.symbols.map(({ anchor, kind, module, line }) => [anchor, kind, module, line]),
      [
        ['CLAUDE.md#main', 'function', '', 7],
        ['src/auth/CLAUDE.md#validateToken', 'function', 'src/auth', 8],
        ['src/auth/CLAUDE.md#Claims', 'type', 'src/auth', 10],
      ],
    );
    assert.deepEqual(
      index.references.map(({ from_module, from_section, line, to_anchor, to_symbol, valid }) => [
        from_module,
        from_section,
        line,
        to_anchor,
        to_symbol,
        valid,
      ]),
      [
        ['src/api', 'Domain Context', 16, 'src/auth/CLAUDE.md#validateToken', 'validateToken', true],
        ['src/api', 'Domain Context', 16, 'src/auth/CLAUDE.md#Claims', 'Claims', true],
        ['src/api', 'Domain Context', 16, 'src/auth/CLAUDE.md#gone', 'gone', false],
        ['src/api', 'Domain Context', 16, 'CLAUDE.md#main', 'main', true],
      ],
    );
    assert.deepEqual(index.unresolved, index.references.slice(2, 3));
    assert.deepEqual(index.summary, {
      total_modules: 3,
      total_symbols: 3,
      total_references: 4,
      unresolved_count: 1,
    });
  });

  test('answers for one name and one anchor', async () => {
    await using tmp = await tmpdir();
    await using home = await tmpdir();
    await writeProject(tmp.path, FILES);
    for (let round = 0; round < 2; round += 1) {
      const project = await open(tmp.path, home.path);
      assert.deepEqual(
        findSymbols(project, 'Claims').map(({ anchor }) => anchor),
        ['src/auth/CLAUDE.md#Claims'],
      );
      assert.deepEqual(findSymbols(project, 'Claim'), []);
      for (const anchor of ['src/auth/CLAUDE.md#Claims', './src/auth/CLAUDE.md#Claims', 'src/auth#Claims'])
        assert.equal(findReferences(project, anchor).length, 1, anchor);
      assert.deepEqual(findReferences(project, 'other/CLAUDE.md#Claims'), []);
    }
  });

  test('is right after edits, moves and deletions, and reads only what changed', async () => {
    await using tmp = await tmpdir();
    await using home = await tmpdir();
    await writeProject(tmp.path, FILES);
    const steps: readonly [what: string, read: number, change: () => Promise<unknown>][] = [
      ['nothing is known', 3, async () => {}],
      ['nothing changed', 0, async () => {}],
      [
        'edited',
        1,
        () =>
          writeProject(tmp.path, { 'src/auth/CLAUDE.md': claudeMd('auth', { exports: '- `gone(): void`' }) }),
      ],
      [
        'added',
        1,
        () => writeProject(tmp.path, { 'src/new/CLAUDE.md': claudeMd('new', { exports: '- `n(): void`' }) }),
      ],
      ['moved', 1, () => rename(join(tmp.path, 'src/new'), join(tmp.path, 'src/moved'))],
      ['deleted', 0, () => rm(join(tmp.path, 'src/auth'), { recursive: true })],
      [
        'two swapped',
        2,
        async () => {
          await rename(join(tmp.path, 'src/api'), join(tmp.path, 'src/swap'));
          await rename(join(tmp.path, 'src/moved'), join(tmp.path, 'src/api'));
          await rename(join(tmp.path, 'src/swap'), join(tmp.path, 'src/moved'));
        },
      ],
      [
        'same size and date',
        1,
        () => writeProject(tmp.path, { 'CLAUDE.md': FILES['CLAUDE.md'].replace('main', 'niam') }),
      ],
      ['all gone', 0, () => rm(join(tmp.path, 'src'), { recursive: true })],
      ['and back', 3, () => writeProject(tmp.path, FILES)],
    ];
    for (const [what, read, change] of steps) {
      await change();
      const project = await open(tmp.path, home.path);
      const index = await fresh(tmp.path);
      assert.deepEqual(symbolIndex(project), index, what);
      assert.deepEqual(
        indexOverview(project),
        { unresolved: index.unresolved, summary: index.summary },
        what,
      );
      assert.equal(project.read, read, what);
    }
  });

  test('does not trust a file written at the moment of reading', async () => {
    await using tmp = await tmpdir();
    await using home = await tmpdir();
    await writeProject(tmp.path, FILES);
    await writeFile(join(tmp.path, 'src/auth/CLAUDE.md'), claudeMd('auth'));
    const now = Date.now();
    assert.equal((await openProject(tmp.path, { home: home.path, now })).read, 3);
    assert.equal((await openProject(tmp.path, { home: home.path, now })).read, 1);
    assert.equal((await openProject(tmp.path, { home: home.path, now: now + 60_000 })).read, 1);
    assert.equal((await openProject(tmp.path, { home: home.path, now: now + 60_000 })).read, 0);
  });

  test('survives a damaged cache, one of another version, and a home that cannot be written', async () => {
    await using tmp = await tmpdir();
    await using home = await tmpdir();
    await writeProject(tmp.path, FILES);
    const expected = await fresh(tmp.path);
    await open(tmp.path, home.path);
    const folder = join(home.path, 'cache', 'spec');
    const [name = ''] = await readdir(folder);
    for (const text of ['', '{}', 'x\ny\nz', '{"format":"autodev-spec-index-0"}\n[]\n', '\0\n\n\n']) {
      await writeFile(join(folder, name), text);
      const project = await open(tmp.path, home.path);
      assert.deepEqual(symbolIndex(project), expected);
      assert.equal(project.read, 3);
    }
    const whole = await readFile(join(folder, name));
    const lost = Buffer.from(whole).fill(0, whole.length - 40, whole.length - 20);
    for (const bytes of [whole.subarray(0, -4), Buffer.concat([whole, Buffer.alloc(4)]), lost]) {
      await writeFile(join(folder, name), bytes);
      const project = await open(tmp.path, home.path);
      assert.deepEqual(symbolIndex(project), expected);
      assert.equal(project.read, 3);
    }
    const file = join(home.path, 'file');
    await writeFile(file, '');
    assert.deepEqual(symbolIndex(await open(tmp.path, file)), expected);
  });

  test('goes on without what cannot be read, and does not follow links to folders', async () => {
    await using tmp = await tmpdir();
    await writeProject(tmp.path, FILES);
    await mkdir(join(tmp.path, 'odd', 'CLAUDE.md'), { recursive: true });
    await chmod(join(tmp.path, 'odd'), 0o755);
    const { symlink } = await import('node:fs/promises');
    await symlink('..', join(tmp.path, 'src', 'loop'));
    await symlink('nowhere', join(tmp.path, 'odd', 'dangling'));
    assert.equal((await fresh(tmp.path)).summary.total_modules, 3);
  });
});
