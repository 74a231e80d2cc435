import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { openProject } from './project-tree.ts';
import { CUT } from './whole-diff.ts';

/** A project on the branch of a run, with one committed file. */
async function project() {
  const tmp = await tmpdir();
  const cwd = join(tmp.path, 'app');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=me', '-c', 'user.email=me@example.org', ...args], {
      cwd,
      encoding: 'utf8',
    }).trim();
  write('a.txt', 'one\n');
  write('.gitignore', 'ignored/\n');
  git('init', '-q', '-b', 'feat/x');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  const base = git('rev-parse', 'HEAD');
  const at = {
    gitDir: join(cwd, '.git'),
    cwd,
    base,
    branch: 'feat/x',
    made: new Set<string>(),
    folder: join(tmp.path, 'wt', 'x'),
    ours: <T>(work: () => Promise<T>) => work(),
  };
  const read = (path: string) => readFileSync(join(cwd, path), 'utf8');
  const open = (clean = true) => openProject(testHost().git, at, { clean });
  return { cwd, write, read, git, base, open, [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose]() };
}

test('what a session wrote is committed without git looking at it: no filter of the repository runs', async () => {
  await using app = await project();
  const { tree } = await app.open();
  app.git('config', 'filter.evil.clean', `touch ${join(app.cwd, 'ran')}; cat`);
  app.write('.gitattributes', '* filter=evil -diff\n');
  app.write('a.txt', 'two\n');
  app.write('ignored/b.txt', 'b\n');
  assert.match(await tree.diff(), /^\+two$/m);
  const commit = await tree.commit('work');
  assert.equal(existsSync(join(app.cwd, 'ran')), false);
  assert.equal(app.git('rev-parse', 'HEAD'), commit);
  assert.equal(app.git('show', '--name-only', '--format=%s'), 'work\n\n.gitattributes\na.txt');
});

test('a repository within the repository is refused, and says where', async () => {
  await using app = await project();
  const { tree } = await app.open();
  app.write('sub/.git/config', '[core]\n');
  await assert.rejects(tree.commit('work'), /sub\/\.git/);
});

test("after a commit the person's own git finds nothing changed", async () => {
  await using app = await project();
  const { tree } = await app.open();
  app.write('a.txt', 'two\n');
  app.write('new/c.txt', 'c\n');
  await tree.commit('work');
  assert.equal(app.git('status', '--porcelain'), '');
});

test('what commands leave behind is taken back, byte for byte', async () => {
  await using app = await project();
  const { tree } = await app.open();
  app.write('a.txt', 'by the session\n');
  await tree.unchanged(async () => {
    app.write('a.txt', 'fixed\n');
    app.write('out/report.txt', 'r\n');
    rmSync(join(app.cwd, '.gitignore'));
  });
  assert.equal(app.read('a.txt'), 'by the session\n');
  assert.equal(app.read('.gitignore'), 'ignored/\n');
  assert.equal(existsSync(join(app.cwd, 'out/report.txt')), false);
});

test('nothing is written through a link that a session made', async () => {
  await using app = await project();
  app.write('docs/d.txt', 'd\n');
  app.git('add', '-A');
  app.git('commit', '-q', '-m', 'second');
  const { tree } = await app.open();
  const outside = join(app.cwd, '..', 'outside');
  mkdirSync(outside);
  rmSync(join(app.cwd, 'docs'), { recursive: true });
  symlinkSync('../outside', join(app.cwd, 'docs'));
  await assert.rejects(tree.changed(), /docs/);
  await assert.rejects(tree.takeBack(['docs/d.txt'], app.git('rev-parse', 'HEAD')), /docs/);
  assert.equal(existsSync(join(outside, 'd.txt')), false);
});

test('files that an interrupted step left are set aside on a ref, and the branch is shown again', async () => {
  await using app = await project();
  app.write('a.txt', 'half wri');
  app.write('half.txt', 'half');
  const { settle } = await app.open(false);
  assert.equal(await settle('refs/autodev/aside/x'), 'refs/autodev/aside/x');
  assert.equal(app.read('a.txt'), 'one\n');
  assert.equal(existsSync(join(app.cwd, 'half.txt')), false);
  assert.equal(app.git('show', 'refs/autodev/aside/x:half.txt'), 'half');
  assert.equal(await settle('refs/autodev/aside/y'), undefined);
});

test('parts have worktrees and branches of their own; their work is merged, and a conflict is named', async () => {
  await using app = await project();
  const { tree, removeParts } = await app.open();
  const api = await tree.parts?.open('api');
  const ui = await tree.parts?.open('ui');
  assert.ok(api !== undefined && ui !== undefined);
  writeFileSync(join(api.cwd, 'api.txt'), 'api\n');
  writeFileSync(join(ui.cwd, 'a.txt'), 'ui\n');
  assert.deepEqual(await tree.parts?.bringIn(api, 'api'), []);
  assert.equal(app.read('api.txt'), 'api\n');
  app.write('a.txt', 'ours\n');
  await tree.commit('ours');
  assert.deepEqual(await tree.parts?.bringIn(ui, 'ui'), ['a.txt']);
  assert.equal(app.read('a.txt'), 'ours\n');
  assert.deepEqual(app.git('branch', '--format=%(refname:short)').split('\n'), [
    'feat/x',
    'feat/x-api',
    'feat/x-ui',
  ]);
  await removeParts();
  assert.equal(app.git('branch', '--format=%(refname:short)'), 'feat/x');
  assert.equal(app.git('worktree', 'list').split('\n').length, 1);
  assert.equal(app.git('status', '--porcelain'), '');
});

test('a difference that is too large says that it was cut, and all its files are named', async () => {
  await using app = await project();
  const { tree } = await app.open();
  app.write('a-generated.json', `${'x'.repeat(79)}\n`.repeat(60_000));
  app.write('src/b.ts', '// TODO\n');
  assert.ok((await tree.diff()).trimEnd().endsWith(CUT));
  assert.deepEqual(await tree.changed(), ['a-generated.json', 'src/b.ts']);
});
