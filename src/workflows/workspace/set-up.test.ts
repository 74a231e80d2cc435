import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import type { Forge } from '../../forge/forge.ts';
import { Quarantined } from '../engine/stops/interruptions.ts';
import { openWorkspaces } from './workspaces.ts';

const { git } = testHost();
const identity = { name: 'T', email: 't@example.invalid' };
const repo = 'org/tool';

async function world(path: string) {
  const origin = join(path, 'origin.git');
  await git.run(['init', '-q', '--bare', '-b', 'main', origin]);
  const source = join(path, 'source');
  await mkdir(join(source, 'src'), { recursive: true });
  await git.run(['init', '-q', '-b', 'main'], { cwd: source });
  for (const name of ['a.txt', 'lock', 'gone', 'src/b.txt']) await writeFile(join(source, name), `${name}\n`);
  await git.run(['add', '-A'], { cwd: source });
  await git.run(['update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendor`], { cwd: source });
  await git.run(['commit', '-q', '-m', 'first'], { cwd: source, identity });
  await git.run(['push', '-q', origin, 'HEAD:refs/heads/main'], { cwd: source });
  const first = await git.text(['rev-parse', 'HEAD'], { cwd: source });
  const forge = { gitAccess: async () => ({ url: origin, username: 'u', token: 't' }) } as unknown as Forge;
  const workspaces = openWorkspaces(git, { root: join(path, 'workspaces'), forge });
  await workspaces.refresh(repo);
  const main = join(path, 'workspaces', repo, 'main');
  const open = () => workspaces.open(repo, 'issue-1', { commit: first, branch: 'autodev/issue-1' });
  const changed = async (commit: string) =>
    (await git.text(['diff-tree', '-r', '--name-status', first, commit], { cwd: main })).split('\n');
  return { workspaces, first, open, main, changed };
}

/** What package managers do, and worse: nothing of it is in any .gitignore. */
async function install(cwd: string) {
  await mkdir(join(cwd, 'deps', 'x', '.git'), { recursive: true });
  await writeFile(join(cwd, 'deps', 'x', 'index.js'), 'x');
  await symlink('/etc/hostname', join(cwd, 'deps', 'link'));
  await writeFile(join(cwd, 'src', 'generated.txt'), 'made');
  await writeFile(join(cwd, 'lock'), 'rewritten');
  await writeFile(join(cwd, '.gitignore'), '*.md\n');
  await writeFile(join(cwd, 'vendor', 'filled'), 'x');
  await rm(join(cwd, 'gone'));
}

describe('the set-up of a worktree', () => {
  test('leaves nothing in the commit, whatever it wrote and whatever the session did with that', async () => {
    await using tmp = await tmpdir();
    const { workspaces, first, open, changed } = await world(tmp.path);
    const path = await open();
    await workspaces.setUp(repo, path, () => install(path));
    assert.equal(await workspaces.commit(repo, path, { message: 'nothing' }), first);
    await appendFile(join(path, 'src', 'generated.txt'), 'more');
    await writeFile(join(path, 'deps', 'cache'), 'of a test run');
    await writeFile(join(path, 'a.txt'), 'changed');
    await writeFile(join(path, 'new.md'), 'the rules of the set-up hide nothing');
    await rm(join(path, 'src', 'b.txt'));
    const made = await workspaces.commit(repo, path, { message: 'work' });
    assert.deepEqual(await changed(made), ['M\ta.txt', 'A\tnew.md', 'D\tsrc/b.txt']);
    await writeFile(join(path, 'lock'), 'a new dependency');
    const again = await workspaces.commit(repo, path, { message: 'work' });
    assert.ok((await changed(again)).includes('M\tlock'), 'what the session itself changes is its work');
  });

  test('is run once for each opening, and what it left is gone when the worktree is opened again', async () => {
    await using tmp = await tmpdir();
    const { workspaces, first, open } = await world(tmp.path);
    const seen: string[] = [];
    const path = await open();
    const run = () =>
      workspaces.setUp(repo, path, async (commit) => {
        seen.push(commit);
        await install(path);
      });
    await run();
    await run();
    assert.deepEqual(seen, [first]);
    assert.equal(await open(), path);
    assert.equal(existsSync(join(path, 'deps')), false);
    assert.equal(existsSync(join(path, 'src', 'generated.txt')), false);
    assert.equal(await readFile(join(path, 'lock'), 'utf8'), 'lock\n');
    assert.equal(await readFile(join(path, 'gone'), 'utf8'), 'gone\n');
    await run();
    assert.equal(seen.length, 2);
  });

  test('is held to what a session is held to: it may not reach into the clone', async () => {
    await using tmp = await tmpdir();
    const { workspaces, open, main } = await world(tmp.path);
    const path = await open();
    const evil = workspaces.setUp(repo, path, () =>
      appendFile(join(main, '.git', 'config'), '[core]\n\tfsmonitor = touch canary\n'),
    );
    await assert.rejects(evil, Quarantined);
    assert.doesNotMatch(await readFile(join(main, '.git', 'config'), 'utf8'), /fsmonitor/);
  });
});
