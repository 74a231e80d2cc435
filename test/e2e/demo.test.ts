import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { demoWords, PICTURES, sidecarOf } from '../pictures/pictures.ts';
import { tmpdir } from '../support/tmpdir.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const AUTODEV = join(root, 'bin', 'autodev.mjs');
const node = process.execPath;
const base = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', LANG: 'C.UTF-8' };

function demo(env: Record<string, string>, ...args: string[]) {
  return spawnSync(node, ['--no-warnings', AUTODEV, 'demo', ...args], {
    env: { ...base, ...env },
    encoding: 'utf8',
    timeout: 300_000,
  });
}

/** Processes that work below a folder. */
function workingIn(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });
}

describe('autodev demo', () => {
  test('carries four issues and two conflicting pull requests to their end, and leaves nothing behind', async () => {
    await using tmp = await tmpdir();
    const done = demo({ AUTODEV_HOME: tmp.path }, '--json');
    assert.equal(done.status, 0, done.stderr);
    const result = JSON.parse(done.stdout) as {
      ok: boolean;
      rows: { item: string; phase: string; label: string; cost_usd: number; sessions: number }[];
    };
    assert.equal(result.ok, true);
    const by = (item: string) => result.rows.find((row) => row.item === item);
    assert.deepEqual(result.rows.map((row) => row.item).sort(), [
      'PR #5',
      'PR #6',
      'PR #7',
      'PR #8',
      'issue #1',
      'issue #2',
      'issue #3',
      'issue #4',
      'merge #5',
      'merge #6',
      'merge #7',
      'merge #8',
    ]);
    assert.deepEqual([by('issue #2')?.label, by('issue #3')?.label], ['autodev:skip', 'autodev:skip']);
    // analysis, the attempt that failed its tests, and the one that had seen why
    assert.equal(by('issue #4')?.sessions, 3);
    assert.ok(
      result.rows.every((row) => row.phase === 'done' || row.phase === 'skip'),
      done.stderr,
    );
    assert.deepEqual(readdirSync(join(tmp.path, 'demo')), []);
    assert.deepEqual(workingIn(tmp.path), []);
    const [svg, beside] = ['demo.svg', 'demo.txt'].map((name) =>
      readFileSync(new URL(name, PICTURES), 'utf8'),
    );
    assert.equal(
      beside,
      sidecarOf(svg ?? '', demoWords(done.stderr)),
      'the picture in the README is older than the demo: npm run pictures -- demo',
    );
  });

  test('ends at Ctrl-C with 130, its forge, daemon, sessions and files gone', async () => {
    await using tmp = await tmpdir();
    const child = spawn(node, ['--no-warnings', AUTODEV, 'demo'], {
      env: { ...base, AUTODEV_HOME: tmp.path },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let url: string | undefined;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString();
        url ??= /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0];
        if (out.includes('Implementing')) resolve();
      });
    });
    child.kill('SIGINT');
    assert.equal(await ended, 130, out);
    await assert.rejects(fetch(url ?? ''), 'the port is closed');
    assert.deepEqual(readdirSync(join(tmp.path, 'demo')), []);
    assert.deepEqual(workingIn(tmp.path), []);
  });
});

describe('autodev demo says what is wrong', () => {
  test('when the port is taken', async () => {
    await using tmp = await tmpdir();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const done = demo({ AUTODEV_HOME: tmp.path }, '--port', String(port));
    server.close();
    assert.equal(done.status, 1);
    assert.match(done.stderr, new RegExp(`port ${port} on 127.0.0.1 is already in use`));
    assert.match(done.stderr, /hint: {1,}choose another with --port/);
  });

  test('when there is no git', async () => {
    await using tmp = await tmpdir();
    const bin = join(tmp.path, 'bin');
    mkdirSync(bin);
    symlinkSync(node, join(bin, 'node'));
    const done = demo({ AUTODEV_HOME: join(tmp.path, 'home'), PATH: bin });
    assert.equal(done.status, 1);
    assert.match(done.stderr, /git was not found[\s\S]*install git/);
  });

  test('when the agent is missing, or a program is named for none', async () => {
    await using tmp = await tmpdir();
    const home = { AUTODEV_HOME: join(tmp.path, 'home') };
    const missing = demo(home, '--agent', 'claude', '--command', join(tmp.path, 'no-such-claude'));
    assert.equal(missing.status, 1);
    assert.match(missing.stderr, /claude cannot be used[\s\S]*was not found; install it/);
    const unnamed = demo(home, '--command', 'claude');
    assert.equal(unnamed.status, 2);
    assert.match(unnamed.stderr, /--command needs --agent/);
  });

  test('when the home cannot be written to', async () => {
    await using tmp = await tmpdir();
    writeFileSync(join(tmp.path, 'file'), '');
    for (const home of [join(tmp.path, 'file', 'home'), '/proc/nowhere']) {
      const done = demo({ AUTODEV_HOME: home });
      assert.equal(done.status, 1);
      assert.match(done.stderr, /cannot write to the demo folder[\s\S]*AUTODEV_HOME/);
    }
  });

  const mounts = spawnSync('sh', ['-c', 'unshare -m true']).status === 0;
  test(
    'when the disk is full, at the start and in the middle',
    { skip: mounts ? false : 'needs the right to mount' },
    async () => {
      for (const size of ['200k', '1500k']) {
        await using tmp = await tmpdir();
        const script = `mount -t tmpfs -o size=${size} tmpfs "$1" && exec "$2" --no-warnings "$3" demo`;
        const done = spawnSync('unshare', ['-m', 'sh', '-c', script, 'sh', tmp.path, node, AUTODEV], {
          env: { ...base, AUTODEV_HOME: join(tmp.path, 'home') },
          encoding: 'utf8',
          timeout: 120_000,
        });
        assert.equal(done.status, 1, done.stdout + done.stderr);
        assert.match(done.stderr, /the disk is full/);
      }
    },
  );

  test('when Node is too old and the pinned one is missing', async (t) => {
    const old = ['/usr/bin/node', '/usr/local/bin/node'].find(
      (path) =>
        existsSync(path) &&
        Number(execFileSync(path, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' })) < 24,
    );
    if (old === undefined) {
      t.skip('this machine has no older Node');
      return;
    }
    await using tmp = await tmpdir();
    for (const name of ['bin', 'src', 'package.json'])
      await cp(join(root, name), join(tmp.path, name), { recursive: true });
    const done = spawnSync(old, [join(tmp.path, 'bin', 'autodev.mjs'), 'demo'], {
      env: base,
      encoding: 'utf8',
    });
    assert.equal(done.status, 1);
    assert.match(done.stderr, /needs Node 24 or later[\s\S]*npm ci/);
  });

  test('when it is called wrongly', () => {
    for (const args of [['--nope'], ['--port', 'x'], ['--port', '70000'], ['--agent', 'hal'], ['extra']]) {
      const done = demo({}, ...args);
      assert.equal(done.status, 2, args.join(' '));
      assert.equal(done.stdout, '');
    }
  });
});
