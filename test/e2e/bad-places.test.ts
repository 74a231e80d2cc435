import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tmpdir } from '../support/tmpdir.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A hang counts as a failure: the status is then null. */
function autodev(home: string, ...words: string[]) {
  return spawnSync(process.execPath, ['--no-warnings', MAIN, ...words], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', AUTODEV_HOME: home, NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
}

describe('a place that cannot hold data is a clear error, exit code 1', () => {
  for (const [what, place] of [
    ['a file', 'FILE'],
    ['below /proc, where no folder can be made', '/proc/autodev-test/x'],
  ] as const) {
    test(`${what} as the folder of the forge`, async () => {
      await using tmp = await tmpdir();
      writeFileSync(join(tmp.path, 'file'), 'kept');
      const data = place.replace('FILE', join(tmp.path, 'file'));
      const { status, stderr } = autodev(join(tmp.path, 'home'), 'forge', 'serve', '--data', data);
      assert.equal(status, 1, stderr);
      assert.match(stderr, new RegExp(`cannot write to the forge's folder ${data}\n.*\n.*--data`));
      assert.doesNotMatch(stderr, /bug in autodev|\n +at /);
    });

    test(`${what} as AUTODEV_HOME`, async () => {
      await using tmp = await tmpdir();
      writeFileSync(join(tmp.path, 'file'), 'kept');
      const home = place.replace('FILE', join(tmp.path, 'file'));
      for (const words of [['pause'], ['init', '--yes'], ['doctor']]) {
        const { status, stderr } = autodev(home, ...words);
        assert.notEqual(status, null, `autodev ${words.join(' ')} ends`);
        assert.doesNotMatch(stderr, /bug in autodev|\n +at /, `autodev ${words.join(' ')}`);
        assert.equal(status, 1, stderr);
        if (words[0] === 'doctor') continue;
        assert.match(stderr, /cannot write to the autodev folder .*\n.*\n.*AUTODEV_HOME/);
      }
    });
  }
});

describe('a home that nobody could look into is told, never taken for an empty one', () => {
  test('a file in its place', async () => {
    await using tmp = await tmpdir();
    const home = join(tmp.path, 'file');
    writeFileSync(home, 'kept');
    for (const words of [['status'], ['list'], ['why', 'x'], ['costs'], ['repo', 'list']]) {
      const { status, stderr } = autodev(home, ...words);
      assert.deepEqual([words.join(' '), status], [words.join(' '), 1], stderr);
      assert.match(stderr, /cannot read the autodev folder .*\n.*is a file\n.*AUTODEV_HOME/);
    }
  });

  test('a configuration with a mistake: what is remembered is shown, with the mistake and exit code 3', async () => {
    await using tmp = await tmpdir();
    writeFileSync(join(tmp.path, 'config.yaml'), 'daemon: { tick_interval_secs: soon }\n');
    // Twice: the second time there could be a copy of the first.
    for (const _ of [1, 2]) {
      const { status, stdout } = autodev(tmp.path, 'status');
      assert.equal(status, 3, stdout);
      assert.match(stdout, /nothing starts with this config.yaml: .*config.yaml:1: .*tick_interval_secs/);
    }
    const { daemon } = JSON.parse(autodev(tmp.path, 'status', '--json').stdout) as {
      daemon: { config_refused: string };
    };
    assert.match(daemon.config_refused, /tick_interval_secs/);
  });
});

test('a page of a report is written into a folder that is there, and no folder is made for it', async () => {
  await using tmp = await tmpdir();
  const home = join(tmp.path, 'home');
  const page = join(tmp.path, 'not', 'there', 'report.html');
  const { status, stderr } = autodev(home, 'report', '--html', page);
  assert.equal(status, 4, stderr);
  assert.match(stderr, /there is no folder .*not\/there\n.*--html/);
  assert.equal(existsSync(join(tmp.path, 'not')), false);
  assert.equal(autodev(home, 'report', '--html', join(tmp.path, 'report.html')).status, 0);
  assert.equal(existsSync(join(tmp.path, 'report.html')), true);
});

test('a spec that is a folder is told as one', async () => {
  await using tmp = await tmpdir();
  const { status, stderr } = autodev(tmp.path, 'spec', 'parse', tmp.path);
  assert.equal(status, 3);
  assert.match(stderr, /is a folder\n.*CLAUDE\.md/);
});
