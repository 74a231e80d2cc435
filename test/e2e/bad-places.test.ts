import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
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
