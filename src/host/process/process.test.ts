import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { systemProcesses } from './process.ts';

const processes = systemProcesses();
const env = { PATH: '/usr/bin:/bin' };
const sh = (script: string, more = {}) => processes.run('sh', ['-c', script], { env, ...more });

describe('running a program', () => {
  test('gives its exit code and both outputs', async () => {
    const done = await sh('echo out; echo err >&2; exit 3');
    assert.deepEqual([done.code, done.stdout.toString(), done.stderr], [3, 'out\n', 'err\n']);
  });

  test('inherits nothing of our environment', async () => {
    const done = await processes.run('env', [], { env: { PATH: '/usr/bin:/bin', ONLY: 'this' } });
    assert.deepEqual(done.stdout.toString().trim().split('\n').sort(), ['ONLY=this', 'PATH=/usr/bin:/bin']);
  });

  test('arguments are not seen by any shell', async () => {
    const done = await processes.run('echo', ['$(touch /tmp/never)', ';', '`x`'], { env });
    assert.equal(done.stdout.toString(), '$(touch /tmp/never) ; `x`\n');
  });

  test('ends a program that takes too long, with everything it started', async () => {
    const done = await sh('sleep 60 & sleep 60; wait', { timeoutMs: 150 });
    assert.equal(done.timedOut, true);
    assert.equal(done.signal, 'SIGKILL');
  });

  test('does not wait for a child that keeps the output open', async () => {
    const done = await sh('sleep 60 & echo done');
    assert.deepEqual([done.code, done.stdout.toString()], [0, 'done\n']);
  });

  test('caps the output and says so', async () => {
    const done = await sh('head -c 100000 /dev/zero', { maxOutputBytes: 1_000 });
    assert.deepEqual([done.stdout.length, done.truncated, done.code], [1_000, true, 0]);
  });

  test('stops when the signal is aborted, before or during the run', async () => {
    await assert.rejects(sh('true', { signal: AbortSignal.abort(new Error('early')) }), /early/);
    const stop = new AbortController();
    const running = sh('echo begun; sleep 60', { signal: stop.signal });
    stop.abort(new Error('enough'));
    await assert.rejects(running, /enough/);
  });

  test('input that nobody reads does no harm', async () => {
    const done = await processes.run('true', [], { env, input: 'x'.repeat(1_000_000) });
    assert.equal(done.code, 0);
  });

  test('a missing program and a missing folder are named', async () => {
    await using tmp = await tmpdir();
    await assert.rejects(processes.run('no-such-program-here', [], { env }), {
      code: 'not_found',
      message: /no-such-program-here/,
    });
    await assert.rejects(processes.run('true', [], { env, cwd: `${tmp.path}/nowhere` }), {
      code: 'not_found',
      why: /nowhere/,
    });
  });
});
