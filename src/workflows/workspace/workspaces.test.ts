import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { commandLines } from '../../../test/support/processes.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import type { Forge } from '../../forge/forge.ts';
import { runId, workId } from '../../work/ids.ts';
import { openWorkspaces } from './workspaces.ts';

const { git } = testHost();
const identity = { name: 'T', email: 't@example.invalid' };
const repo = 'org/tool';

/** A bare repository on disk as the forge's side; workspaces only ask a forge where it is. */
async function setup(path: string) {
  const origin = join(path, 'origin.git');
  const source = join(path, 'source');
  await git.run(['init', '-q', '--bare', '-b', 'main', origin]);
  await mkdir(source);
  await git.run(['init', '-q', '-b', 'main'], { cwd: source });
  const commit = async (file: string, text: string) => {
    await writeFile(join(source, file), text);
    await git.run(['add', '-A'], { cwd: source });
    await git.run(['commit', '-q', '-m', file], { cwd: source, identity });
    await git.run(['push', '-q', origin, 'HEAD:refs/heads/main'], { cwd: source });
    return git.text(['rev-parse', 'HEAD'], { cwd: source });
  };
  const forge = { gitAccess: async () => ({ url: origin, username: 'u', token: 't' }) } as unknown as Forge;
  return { origin, commit, workspaces: openWorkspaces(git, { root: join(path, 'workspaces'), forge }) };
}

describe('workspaces', () => {
  test('a commit that one machine kept is there on another, with what it was made of', async () => {
    await using tmp = await tmpdir();
    const { origin, commit, workspaces: here } = await setup(tmp.path);
    const base = await commit('one.txt', 'one\n');
    const forge = { gitAccess: async () => ({ url: origin, username: 'u', token: 't' }) } as unknown as Forge;
    const there = openWorkspaces(git, { root: join(tmp.path, 'elsewhere'), forge });
    await Promise.all([here.refresh(repo), there.refresh(repo)]);
    const run = runId(workId('issue', repo, 1), 'abcdef0123456789', 1);
    const worktree = await here.open(repo, 'issue-1', { commit: base, branch: 'autodev/issue-1' });
    await writeFile(join(worktree, 'two.txt'), 'two\n');
    const made = await here.commit(repo, worktree, { message: 'two' });
    await here.keep(repo, run, 'implement-0', made);
    const bundle = await here.bundle(repo, run, 'implement-0', made);
    assert.equal(await there.has(repo, made), false);
    await there.unbundle(repo, run, 'implement-0', made, bundle ?? assert.fail('nothing to hand on'));
    assert.equal(await there.has(repo, made), true);
    const opened = await there.open(repo, 'issue-1', { commit: made, branch: 'autodev/issue-1' });
    assert.equal(await readFile(join(opened, 'two.txt'), 'utf8'), 'two\n');
    await here.keep(repo, run, 'base-0', base);
    assert.equal(await here.bundle(repo, run, 'base-0', base), undefined, 'the forge has it');
  });

  test('the token goes to the forge alone, never to a program that a session left lying there', async () => {
    await using tmp = await tmpdir();
    const root = join(tmp.path, 'workspaces');
    const trace = join(tmp.path, 'stolen');
    await mkdir(root);
    await writeFile(join(root, '.askpass'), `#!/bin/sh\nenv > '${trace}'\necho x\n`);
    await chmod(join(root, '.askpass'), 0o700);
    const offered: string[] = [];
    const server = createServer((request, answer) => {
      if (request.headers.authorization !== undefined) offered.push(request.headers.authorization);
      answer.writeHead(401, { 'www-authenticate': 'Basic realm="forge"' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/org/tool.git`;
      const forge = { gitAccess: async () => ({ url, username: 'u', token: 't' }) } as unknown as Forge;
      await assert.rejects(openWorkspaces(git, { root, forge }).refresh(repo), { code: 'git_failed' });
    } finally {
      server.close();
    }
    assert.equal(existsSync(trace), false);
    assert.deepEqual([...new Set(offered)], [`Basic ${Buffer.from('u:t').toString('base64')}`]);
  });

  test('stopping ends git whatever it waits for, and none is begun any more', async () => {
    await using tmp = await tmpdir();
    const asked = new Set<() => void>();
    const server = createServer(() => {
      // Never answers.
      for (const tell of asked) tell();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/org/tool.git`;
      const forge = { gitAccess: async () => ({ url, username: 'u', token: 't' }) } as unknown as Forge;
      const workspaces = openWorkspaces(git, { root: join(tmp.path, 'workspaces'), forge });
      const waiting = new Promise<void>((resolve) => asked.add(resolve));
      const refreshing = assert.rejects(workspaces.refresh(repo), { code: 'interrupted' });
      await waiting;
      workspaces.stop();
      await refreshing;
      assert.deepEqual(
        commandLines().filter((line) => line.includes(url)),
        [],
      );
      await assert.rejects(workspaces.refresh(repo), { code: 'interrupted' });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test('several worktrees of one repository live side by side, each clean and on its own branch', async () => {
    await using tmp = await tmpdir();
    const { commit, workspaces } = await setup(tmp.path);
    const first = await commit('a.txt', '1');
    await workspaces.refresh(repo);
    const paths = await Promise.all(
      [1, 2, 3].map((n) =>
        workspaces.open(repo, `issue-${n}`, { commit: first, branch: `autodev/issue-${n}` }),
      ),
    );
    assert.equal(statSync(join(tmp.path, 'workspaces')).mode & 0o777, 0o700);
    await writeFile(join(paths[0] as string, 'a.txt'), 'changed');
    assert.equal(await readFile(join(paths[1] as string, 'a.txt'), 'utf8'), '1');
    assert.equal(
      await git.text(['branch', '--show-current'], { cwd: paths[2] as string }),
      'autodev/issue-3',
    );
  });

  test('opening a worktree again starts clean, whatever was left there', async () => {
    await using tmp = await tmpdir();
    const { commit, workspaces } = await setup(tmp.path);
    const first = await commit('a.txt', '1');
    await workspaces.refresh(repo);
    const path = await workspaces.open(repo, 'issue-1', { commit: first, branch: 'autodev/issue-1' });
    await writeFile(join(path, 'left.txt'), 'x');
    await workspaces.commit(repo, path, { message: 'work' });
    await writeFile(join(path, 'dirt.txt'), 'x');
    await workspaces.open(repo, 'issue-1', { commit: first, branch: 'autodev/issue-1' });
    assert.equal(existsSync(join(path, 'left.txt')), false);
    assert.equal(existsSync(join(path, 'dirt.txt')), false);
  });

  test('a kept commit survives its worktree', async () => {
    await using tmp = await tmpdir();
    const { commit, workspaces } = await setup(tmp.path);
    const first = await commit('a.txt', '1');
    await workspaces.refresh(repo);
    const path = await workspaces.open(repo, 'issue-1', { commit: first, branch: 'autodev/issue-1' });
    await writeFile(join(path, 'b.txt'), '2');
    const made = await workspaces.commit(repo, path, { message: 'work' });
    await workspaces.keep(repo, runId(workId('issue', repo, 1), 'abcdef0123456789', 1), 'implement-0', made);
    await workspaces.close(repo, 'issue-1');
    await git.run(['branch', '-q', '-D', 'autodev/issue-1'], {
      cwd: join(tmp.path, 'workspaces', repo, 'main'),
    });
    await git.run(['gc', '-q', '--prune=now'], { cwd: join(tmp.path, 'workspaces', repo, 'main') });
    assert.equal(await workspaces.has(repo, made), true);
    const again = await workspaces.open(repo, 'issue-1', { commit: made, branch: 'autodev/issue-1' });
    assert.equal(await readFile(join(again, 'b.txt'), 'utf8'), '2');
  });

  test('a push that expects another head is refused, and the branch stays as it was', async () => {
    await using tmp = await tmpdir();
    const { commit, workspaces } = await setup(tmp.path);
    const first = await commit('a.txt', '1');
    const second = await commit('a.txt', '2');
    await workspaces.refresh(repo);
    await assert.rejects(workspaces.push(repo, { commit: first, branch: 'main', expected: first }), {
      code: 'forge_conflict',
    });
    await assert.rejects(workspaces.push(repo, { commit: first, branch: 'main', expected: null }), {
      code: 'forge_conflict',
    });
    assert.equal(await workspaces.remoteHead(repo, 'main'), second);
    await workspaces.push(repo, { commit: first, branch: 'new', expected: null });
    assert.equal(await workspaces.remoteHead(repo, 'new'), first);
    // A branch whose name ends like ours is told by git as well, and before it.
    await workspaces.push(repo, { commit: second, branch: 'a/refs/heads/new', expected: null });
    assert.equal(await workspaces.remoteHead(repo, 'new'), first);
    assert.equal(await workspaces.remoteHead(repo, 'heads/new'), null);
    assert.equal(await workspaces.remoteHead(repo, 'absent'), null);
  });

  test('a clone that was killed half-way is not mistaken for one', async () => {
    await using tmp = await tmpdir();
    const { commit, workspaces } = await setup(tmp.path);
    const first = await commit('a.txt', '1');
    await mkdir(join(tmp.path, 'workspaces', repo, 'main', '.git', 'objects'), { recursive: true });
    await mkdir(join(tmp.path, 'workspaces', repo, 'main.new', '.git'), { recursive: true });
    await workspaces.refresh(repo);
    assert.equal(await workspaces.has(repo, first), true);
  });

  test('names that could leave the folder are refused', async () => {
    await using tmp = await tmpdir();
    const { workspaces } = await setup(tmp.path);
    for (const name of ['../x', 'issue-1/../..', 'main', 'issue-', 'issue-1 x'])
      assert.throws(() => workspaces.path(repo, name), { code: 'invalid_input' }, name);
    for (const bad of ['../etc', 'a/../b', 'a', 'a/b/c', '-a/b'])
      assert.throws(() => workspaces.path(bad, 'issue-1'), { code: 'invalid_input' }, bad);
  });

  test('a conflict names its files; markers left in them are found', async () => {
    await using tmp = await tmpdir();
    const { commit, workspaces } = await setup(tmp.path);
    const first = await commit('a.txt', 'one\n');
    const second = await commit('a.txt', 'two\n');
    await workspaces.refresh(repo);
    const open = (commit: string) =>
      workspaces.open(repo, 'merge-pr-1', { commit, branch: 'autodev/merge-1' });
    let path = await open(first);
    await writeFile(join(path, 'a.txt'), 'three\n');
    const ours = await workspaces.commit(repo, path, { message: 'ours' });
    const merge = await workspaces.merge(repo, { ours, theirs: second, message: 'merge' });
    assert.deepEqual(merge.conflicts, ['a.txt']);
    path = await open(merge.commit);
    assert.match(await readFile(join(path, 'a.txt'), 'utf8'), /^<{7}.*\nthree\n={7}\ntwo\n>{7}/);
    const parents = [ours, second];
    const still = await workspaces.commit(repo, path, { message: 'merge', parents });
    assert.deepEqual(await workspaces.unresolved(repo, still, ['a.txt']), ['a.txt']);
    await writeFile(join(path, 'a.txt'), 'both\n');
    const merged = await workspaces.commit(repo, path, { message: 'merge', parents });
    assert.deepEqual(await workspaces.unresolved(repo, merged, ['a.txt']), []);
    assert.equal(
      await git.text(['rev-list', '--parents', '-n', '1', merged], { cwd: path }),
      [merged, ...parents].join(' '),
    );
    assert.equal(await workspaces.show(repo, merged, 'a.txt'), 'both\n');
  });
});
