import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../src/config/environment.ts';
import { tmpdir } from '../support/tmpdir.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

function autodev(home: string, ...words: string[]) {
  const env = { ...childEnvironment(), HOME: home, AUTODEV_HOME: home, NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', MAIN, ...words], {
    env,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}
function json(home: string, ...words: string[]): Record<string, unknown> {
  const { code, out, err } = autodev(home, ...words, '--json');
  assert.equal(code, 0, err);
  const told = JSON.parse(out) as Record<string, unknown>;
  assert.equal(told['schema_version'], 1);
  return told;
}

describe('autodev repo', () => {
  test('takes the name from the URL, lists both lists with their origin, and forgets', async () => {
    await using tmp = await tmpdir();
    const home = tmp.path;
    writeFileSync(
      join(home, 'config.yaml'),
      '# mine\nrepos:\n  - url: https://github.com/org/app # the app\n    model: opus\n',
    );
    assert.equal(json(home, 'repo', 'add', 'git@github.com:org/tool.git')['name'], 'org/tool');
    const listed = json(home, 'repo', 'list')['repositories'] as Record<string, unknown>[];
    assert.deepEqual(
      listed.map(({ name, enabled, origin, place }) => [name, enabled, origin, place]),
      [
        ['org/app', true, 'config', `${join(home, 'config.yaml')}:3`],
        ['org/tool', true, 'command', null],
      ],
    );
    assert.equal(autodev(home, 'repo', 'add', 'https://github.com/ORG/app').code, 3, 'twice is refused');
    assert.equal(json(home, 'repo', 'add', 'org/docs')['url'], 'https://github.com/org/docs');
    json(home, 'repo', 'remove', 'org/docs');
    json(home, 'repo', 'remove', 'org/tool');
    assert.equal((json(home, 'repo', 'list')['repositories'] as unknown[]).length, 1);
  });

  test('what config.yaml says is changed there, where the next start would read it; comments stay', async () => {
    await using tmp = await tmpdir();
    const home = tmp.path;
    const file = join(home, 'config.yaml');
    writeFileSync(file, '# mine\nrepos:\n  - url: https://github.com/org/app # the app\n');
    assert.equal(json(home, 'repo', 'disable', 'ORG/app')['changed'], true);
    assert.match(
      readFileSync(file, 'utf8'),
      /^# mine\nrepos:\n {2}- url: https:\/\/github.com\/org\/app # the app\n {4}enabled: false\n$/,
    );
    assert.equal(json(home, 'repo', 'disable', 'org/app')['changed'], false);
    json(home, 'repo', 'enable', 'org/app');
    json(home, 'repo', 'remove', 'org/app');
    assert.match(readFileSync(file, 'utf8'), /^# mine\nrepos: \[\]\n/);
  });

  test('config shows every value with where it comes from, the repository’s own file included', async () => {
    await using tmp = await tmpdir();
    const home = tmp.path;
    writeFileSync(
      join(home, 'config.yaml'),
      'repo_defaults:\n  max_attempts: 5\nrepos:\n  - url: https://github.com/org/app\n    model: opus\n',
    );
    const clone = join(home, 'workspaces', 'org', 'app', 'main');
    mkdirSync(clone, { recursive: true });
    writeFileSync(join(clone, '.autodev.yaml'), 'confidence_threshold: 0.9\ntrusted: {logins: [me]}\n');
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
      ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'x'],
    ])
      spawnSync('git', args, { cwd: clone });
    const told = json(home, 'repo', 'config', 'org/app');
    const origin = (key: string) =>
      (told['values'] as { key: string; origin: string }[]).find((value) => value.key === key)?.origin;
    assert.equal(origin('model'), `${join(home, 'config.yaml')}:5`);
    assert.equal(origin('max_attempts'), `${join(home, 'config.yaml')}:2`);
    assert.equal(origin('confidence_threshold'), 'org/app/.autodev.yaml:1');
    assert.equal(origin('max_queued'), 'default');
    assert.match(JSON.stringify(told['problems']), /trusted/, 'what it may not say is told');
  });

  test('errors name what is wrong and what would be right', async () => {
    await using tmp = await tmpdir();
    const home = tmp.path;
    for (const [words, code, expected] of [
      [['repo', 'add', 'app'], 3, /a repository URL looks like/],
      [['repo', 'add', 'https://me:secret@github.com/org/app'], 3, /leave it out of the URL/],
      [['repo', 'add'], 2, /missing argument: <url>/],
      [['repo', 'enable', 'org/none'], 4, /no repository org\/none/],
      [['repo', 'remove', 'org/none'], 4, /autodev repo add/],
      [['repo', 'config', 'org/none'], 4, /no repository/],
      [['repo', 'frobnicate'], 2, /unknown command/],
    ] as const) {
      const said = autodev(home, ...words);
      assert.equal(said.code, code, words.join(' '));
      assert.match(said.err, expected);
      assert.doesNotMatch(said.err, /secret/);
      assert.equal(said.out, '');
    }
  });
});

describe('autodev doctor', () => {
  test('finds what a dead daemon left and repairs it; nothing else is touched', async () => {
    await using tmp = await tmpdir();
    const home = tmp.path;
    const token = join(home, 'token');
    writeFileSync(token, 'x'.repeat(20), { mode: 0o644 });
    writeFileSync(join(home, 'script.json'), '{"rules": []}');
    writeFileSync(
      join(home, 'config.yaml'),
      'agent: {default: scripted, scripted: {script: script.json}}\ngithub: {token_file: token}\n',
    );
    writeFileSync(join(home, 'daemon.pid'), '999999 never\n');
    writeFileSync(join(home, 'control.sock'), '');
    const base = join(home, 'workspaces', 'o', 'r');
    for (const name of ['main/.git', 'issue-1', 'issue-2', 'mine'])
      mkdirSync(join(base, name), { recursive: true });
    writeFileSync(join(base, 'main', '.git', 'index.lock'), '');
    for (const name of ['issue-1', 'mine']) utimesSync(join(base, name), 1, 1);

    // A token that others can read is refused, so it stands in the way until it was repaired.
    const doctor = (...words: string[]) => {
      const said = autodev(home, 'doctor', '--offline', '--json', ...words);
      return (JSON.parse(said.out) as { checks: { name: string; status: string }[] }).checks;
    };
    const found = doctor();
    const warned = found.filter(({ status }) => status === 'warning').map(({ name }) => name);
    for (const name of ['secrets', 'lock', 'socket', 'git-lock', 'worktree'])
      assert.ok(warned.includes(name), name);
    assert.ok(existsSync(join(home, 'daemon.pid')), 'nothing is repaired unasked');

    const fixed = doctor('--fix');
    assert.equal(fixed.filter(({ status }) => status === 'fixed').length, 5);
    for (const name of [
      'daemon.pid',
      'control.sock',
      'workspaces/o/r/issue-1',
      'workspaces/o/r/main/.git/index.lock',
    ])
      assert.equal(existsSync(join(home, name)), false, name);
    for (const name of ['issue-2', 'mine', 'main']) assert.ok(existsSync(join(base, name)), name);
    assert.equal(statSync(token).mode & 0o777, 0o600);
    assert.equal(json(home, 'doctor', '--offline')['ok'], true);
  });

  test('says what stands in the way of a start, and fails', async () => {
    await using tmp = await tmpdir();
    writeFileSync(join(tmp.path, 'config.yaml'), 'agent: {defualt: claude}\n');
    const said = autodev(tmp.path, 'doctor', '--offline');
    assert.equal(said.code, 1);
    assert.match(said.out, /✗ config .*:1: agent\.defualt: unknown key; did you mean "default"/);
  });
});

describe('commands before the first start', () => {
  test('reading ones say that there is nothing, and leave no store behind', async () => {
    await using tmp = await tmpdir();
    assert.equal((json(tmp.path, 'status')['daemon'] as { state: string }).state, 'stopped');
    assert.deepEqual(json(tmp.path, 'list')['items'], []);
    assert.equal(json(tmp.path, 'costs')['total_usd'], 0);
    assert.equal(existsSync(join(tmp.path, 'autodev.db')), false);
    for (const words of [
      ['why', 'issue:o/r:1'],
      ['logs', 'issue:o/r:1'],
      ['retry', 'issue:o/r:1'],
      ['cancel', 'x'],
      ['approve', 'x'],
      ['answer', 'x', 'y'],
    ]) {
      const said = autodev(tmp.path, ...words);
      assert.equal(said.code, 4, words.join(' '));
      assert.match(said.err, /no item/);
    }
  });

  test('completion and help need nothing at all', async () => {
    await using tmp = await tmpdir();
    for (const shell of ['bash', 'zsh', 'fish'])
      assert.match(autodev(tmp.path, 'completion', shell).out, /autodev/);
    const { out } = autodev(tmp.path, 'completion', 'bash');
    assert.equal(spawnSync('bash', ['-n'], { input: out }).status, 0, 'bash can read it');
    assert.equal(autodev(tmp.path, 'stop', '--help').code, 0);
  });
});
