import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { Quarantined } from '../engine/stops/interruptions.ts';
import { localWorkspaces } from './local-workspaces.ts';

/** A person's clone, and a worktree of a run beside it. */
async function clone() {
  const tmp = await tmpdir();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=me', '-c', 'user.email=me@example.org', ...args], {
      cwd: tmp.path,
      encoding: 'utf8',
    }).trim();
  git('init', '-q', '-b', 'main');
  git('commit', '-q', '--allow-empty', '-m', 'first');
  const worktree = join(tmp.path, 'wt');
  git('worktree', 'add', '-q', '-b', 'feat/x', worktree);
  return {
    git,
    gitDir: join(tmp.path, '.git'),
    worktree,
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  };
}

for (const confined of [true, false])
  test(`what a person does in the clone during a session stays: commits, fetches, switches (sandbox: ${confined})`, async () => {
    await using at = await clone();
    const { workspaces } = localWorkspaces(at.gitDir, async () => confined);
    await workspaces.guarded('', at.worktree, async () => {
      at.git('commit', '-q', '--allow-empty', '-m', 'mine');
      at.git('switch', '-q', '-c', 'topic');
      at.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
      at.git('update-ref', 'refs/heads/feat/other', 'HEAD');
    });
    assert.equal(at.git('log', '-1', '--format=%s', 'main'), 'mine');
    assert.equal(at.git('symbolic-ref', '--short', 'HEAD'), 'topic');
    assert.equal(at.git('rev-parse', 'refs/remotes/origin/main'), at.git('rev-parse', 'main'));
    assert.equal(at.git('rev-parse', 'refs/heads/feat/other'), at.git('rev-parse', 'main'));
  });

test('a session without a sandbox that changes what git runs is found out; the file is left to be looked at', async () => {
  await using at = await clone();
  const { workspaces } = localWorkspaces(at.gitDir, async () => false);
  const hook = join(at.gitDir, 'hooks', 'pre-commit');
  await assert.rejects(
    workspaces.guarded('', at.worktree, async () => {
      at.git('config', 'filter.x.clean', 'cat');
      writeFileSync(hook, '#!/bin/sh\n');
    }),
    (error) =>
      error instanceof Quarantined && /config, .*pre-commit|pre-commit, .*config/.test(error.message),
  );
  assert.equal(readFileSync(hook, 'utf8'), '#!/bin/sh\n');
});
