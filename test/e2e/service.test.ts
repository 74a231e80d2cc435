import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tmpdir } from '../support/tmpdir.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A machine whose systemctl writes down what it is told. */
async function machine(systemctl: string | null = 'echo "$@" >> "$HOME/told"') {
  const tmp = await tmpdir();
  const at = (name: string) => join(tmp.path, name);
  mkdirSync(at('bin'));
  if (systemctl !== null) writeFileSync(at('bin/systemctl'), `#!/bin/sh\n${systemctl}\n`, { mode: 0o755 });
  const home = at('a home, 100 % "mine"');
  const unit = at('.config/systemd/user/autodev.service');
  const path = `${at('bin')}${systemctl === null ? '' : ':/usr/bin:/bin'}`;
  return {
    home,
    unit,
    told: () => (existsSync(at('told')) ? readFileSync(at('told'), 'utf8').trim().split('\n') : []),
    run: (...words: string[]) =>
      spawnSync(process.execPath, ['--no-warnings', MAIN, 'service', ...words], {
        env: { PATH: path, HOME: tmp.path, AUTODEV_HOME: home, NO_COLOR: '1' },
        encoding: 'utf8',
        timeout: 60_000,
      }),
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  };
}

describe('autodev service', () => {
  test('install writes the unit that print shows, has it started, and uninstall takes it back', async () => {
    await using here = await machine();
    const printed = here.run('print');
    assert.equal(printed.status, 0, printed.stderr);
    assert.equal(existsSync(here.unit), false, 'print writes nothing');
    assert.match(printed.stdout, /^Environment="AUTODEV_HOME=.*a home, 100 %% \\"mine\\""$/m);
    assert.match(printed.stdout, /^ExecStart=".*node" ".*main\.ts" "start" "--quiet"$/m);
    assert.match(printed.stdout, /^TimeoutStopSec=60$/m);
    assert.doesNotMatch(printed.stdout, /TOKEN/);
    const installed = here.run('install');
    assert.equal(installed.status, 0, installed.stderr);
    assert.equal(readFileSync(here.unit, 'utf8'), printed.stdout);
    assert.deepEqual(here.told(), [
      '--user daemon-reload',
      '--user enable autodev.service',
      '--user restart autodev.service',
    ]);
    const removed = here.run('uninstall');
    assert.equal(removed.status, 0, removed.stderr);
    assert.equal(existsSync(here.unit), false);
    assert.deepEqual(here.told().slice(3), ['--user disable --now autodev.service', '--user daemon-reload']);
    assert.match(here.run('uninstall').stderr, /was not installed/);
  });

  test('without a systemd the unit is kept, and what to do instead is said', async () => {
    await using here = await machine(null);
    const { status, stderr } = here.run('install');
    assert.equal(status, 1);
    assert.match(stderr, /systemd does not take it.*\n.*there is no systemctl here\n.*autodev start -d/);
    assert.equal(here.run('install', '--no-start').status, 0);
    assert.equal(existsSync(here.unit), true);
  });

  test('a unit that somebody else wrote is neither replaced nor removed', async () => {
    await using here = await machine();
    mkdirSync(dirname(here.unit), { recursive: true });
    writeFileSync(here.unit, '[Service]\nExecStart=/bin/true\n');
    for (const words of ['install', 'uninstall']) {
      const { status, stderr } = here.run(words);
      assert.equal(status, 1);
      assert.match(stderr, /was not written by autodev/);
    }
    assert.match(readFileSync(here.unit, 'utf8'), /ExecStart=\/bin\/true/);
    assert.deepEqual(here.told(), []);
  });
});
