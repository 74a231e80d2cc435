import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { srtCommand } from './command.ts';
import { srtSettings, type SeatbeltPlan } from './settings.ts';

const PLAN: SeatbeltPlan = {
  home: '/Users/ann',
  scratch: '/private/tmp/autodev-1',
  worktree: { path: '/Users/ann/.autodev/workspaces/o/r/issue-1', write: true },
  git: ['/Users/ann/.autodev/workspaces/o/r/issue-1/.git', '/Users/ann/.autodev/workspaces/o/r/main/.git'],
  hidden: ['/Users/ann/.autodev'],
  read: ['/opt/data'],
  write: ['/Users/ann/cache'],
  allowHosts: ['registry.example.org', '*.example.net:8443', '::1:3000'],
};

/** As srt says of itself: of denials and permissions to read, the deepest that covers a path; denied beats allowed. */
function readable(path: string, plan = PLAN): boolean {
  const { denyRead, allowRead } = srtSettings(plan).filesystem;
  const deepest = (list: string[]) =>
    Math.max(-1, ...list.filter((at) => path === at || path.startsWith(`${at}/`)).map((at) => at.length));
  return deepest(allowRead) >= deepest(denyRead);
}
function writable(path: string, plan = PLAN): boolean {
  const { allowWrite, denyWrite } = srtSettings(plan).filesystem;
  const covers = (list: string[]) => list.some((at) => path === at || path.startsWith(`${at}/`));
  return covers(allowWrite) && !covers(denyWrite);
}

describe('the settings that srt gets', () => {
  test('show the worktree, the scratch folder and toolchains, and no home, login or other worktree', () => {
    const { worktree, home } = PLAN;
    for (const path of [
      `${worktree.path}/src/a.ts`,
      `${home}/.cargo/bin/cargo`,
      '/opt/data/x',
      '/usr/bin/env',
    ])
      assert.equal(readable(path), true, path);
    for (const path of [
      `${home}/.ssh/id_ed25519`,
      `${home}/.cargo/credentials.toml`,
      `${home}/notes.txt`,
      `${home}/.autodev/config.yaml`,
      `${home}/.autodev/workspaces/o/r/issue-2/a`,
      '/Users/bob/x',
      '/private/tmp/other',
    ])
      assert.equal(readable(path), false, path);
  });

  test('let nothing be written but the worktree and what a person named, and never what git believes', () => {
    const { worktree, scratch } = PLAN;
    for (const path of [`${worktree.path}/a`, `${scratch}/x`, '/Users/ann/cache/x'])
      assert.equal(writable(path), true, path);
    for (const path of [
      ...PLAN.git,
      `${PLAN.git[1]}/config`,
      '/Users/ann/.zshrc',
      '/opt/data/x',
      '/etc/hosts',
    ])
      assert.equal(writable(path), false, path);
    assert.equal(writable(`${worktree.path}/a`, { ...PLAN, worktree: { ...worktree, write: false } }), false);
  });

  test('reach allowed hosts by the ports that we allow, and nothing else', () => {
    const { network, ...rest } = srtSettings(PLAN);
    assert.deepEqual(network.allowedDomains, [
      'registry.example.org:80',
      'registry.example.org:443',
      '*.example.net:8443',
      '[::1]:3000',
    ]);
    assert.deepEqual(network.allowUnixSockets, []);
    assert.equal(network.allowLocalBinding, false);
    assert.deepEqual([rest.allowAppleEvents, rest.enableWeakerNetworkIsolation], [false, false]);
    assert.deepEqual(srtSettings({ ...PLAN, allowHosts: [] }).network.allowedDomains, []);
  });

  test('are not written where a path would be taken for a pattern', () => {
    for (const path of ['/Users/ann/[x]/r', '/Users/ann/*', 'relative'])
      assert.throws(() => srtSettings({ ...PLAN, read: [path] }), { code: 'gate_closed' });
  });

  test('are named on a command line on which nothing of the program is taken for an option', () => {
    assert.deepEqual(srtCommand('/private/tmp/autodev-1/srt.json', 'npm', ['test', '--', '-s', 'x']), {
      command: 'srt',
      args: ['--settings', '/private/tmp/autodev-1/srt.json', '--', 'npm', 'test', '--', '-s', 'x'],
    });
  });
});
