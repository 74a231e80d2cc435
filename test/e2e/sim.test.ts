import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tmpdir } from '../support/tmpdir.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

interface Done {
  code: number;
  out: string;
}

function sim(args: string[], home: string, zone = 'UTC'): Promise<Done> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, AUTODEV_HOME: join(home, '.autodev'), TZ: zone };
  const options = { env, cwd: home, timeout: 5 * 60_000, maxBuffer: 256 * 1024 * 1024 };
  return new Promise((resolve) => {
    const program = [join(root, 'src/main.ts'), 'sim', ...args];
    execFile(process.execPath, program, options, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, out: out + err });
    });
  });
}

describe('autodev sim', () => {
  test('one seed gives one trace, in any home and any time zone', async () => {
    await using one = await tmpdir();
    await using other = await tmpdir();
    const args = ['--mode', 'safety', '--seed', '11', '--runs', '5', '--trace'];
    const first = await sim(args, one.path);
    assert.ok(first.out.length > 10_000, first.out.slice(0, 1_000));
    for (const zone of ['Asia/Seoul', 'America/Los_Angeles']) {
      const again = await sim(args, other.path, zone);
      assert.equal(again.code, first.code);
      assert.ok(again.out === first.out, `the trace in ${zone} differs`);
    }
  });

  test('no invariant breaks in its share of the worlds', async () => {
    await using home = await tmpdir();
    const [safety, liveness] = await Promise.all([
      sim(['--mode', 'safety', '--runs', '60'], home.path),
      sim(['--mode', 'liveness', '--runs', '20'], home.path),
    ]);
    assert.match(safety.out, /^safety: 60 worlds, \d+ pull requests merged, no invariant broke$/m);
    assert.match(liveness.out, /^liveness: 20 worlds, \d+ pull requests merged, no invariant broke$/m);
    assert.deepEqual([safety.code, liveness.code], [0, 0]);
  });

  test('wrong use is exit code 2', async () => {
    await using home = await tmpdir();
    for (const args of [
      ['--mode', 'both'],
      ['--runs', '0'],
      ['--choices', 'x'],
      ['--choices', 'a=1', '--seed', '1'],
    ])
      assert.equal((await sim(args, home.path)).code, 2, args.join(' '));
  });
});
