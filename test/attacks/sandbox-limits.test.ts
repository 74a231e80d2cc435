import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { cgroupPlaces } from '../../src/host/sandbox/limits/cgroup-places.ts';
import type { SandboxLimits } from '../../src/host/sandbox/limits/limits.ts';
import { runSandboxed } from '../../src/host/sandbox/run.ts';
import { sandboxWorks } from '../../src/host/sandbox/works.ts';
import { testHost } from '../support/host.ts';
import { commandLines } from '../support/processes.ts';
import { tmpdir } from '../support/tmpdir.ts';

const host = testHost();
const skip = !(await sandboxWorks(host.processes, host.env)) && 'bubblewrap does not work here';
const limited = new Set((await cgroupPlaces()).flatMap(({ limits }) => limits));
const root = process.getuid?.() === 0;

async function run(cwd: string, script: string, limits: Partial<SandboxLimits>, timeoutMs = 60_000) {
  const rules = { hidden: [], read: [], write: [], allowHosts: [], required: true, limits };
  return runSandboxed({ ...host, sandbox: () => rules }, 'sh', ['-c', script], {
    cwd,
    env: host.env,
    timeoutMs,
    maxOutputBytes: 1024 * 1024,
  });
}

describe('a program that wants too much', { skip }, () => {
  test(
    'a fork bomb ends at the limit, and that is said',
    { skip: !limited.has('pids') && root && 'root without control groups' },
    async () => {
      await using tmp = await tmpdir();
      const script = 'i=0; while [ $i -lt 400 ]; do sleep 5 & i=$((i+1)); done 2>/dev/null; echo all';
      const done = await run(tmp.path, script, { processes: 100 });
      assert.doesNotMatch(done.stdout.toString(), /all/);
      if (limited.has('pids'))
        assert.match(done.stderr, /more than 100 processes .*sandbox\.limits\.processes/);
    },
  );

  test(
    'a memory bomb is killed, and that is said',
    { skip: !limited.has('memory') && 'no control groups here' },
    async () => {
      await using tmp = await tmpdir();
      const script = `"${process.execPath}" -e 'const a = []; for (let i = 0; i < 64; i += 1) a.push(Buffer.alloc(16e6, 1)); console.log("all")'`;
      const done = await run(tmp.path, script, { memoryMb: 256 });
      assert.doesNotMatch(done.stdout.toString(), /all/);
      assert.match(done.stderr, /more than 256 MB of memory .*sandbox\.limits\.memory_mb/);
    },
  );

  test('a giant file ends at the limit, sparse or not, and that is said', async () => {
    await using tmp = await tmpdir();
    const script =
      'truncate -s 60G sparse 2>/dev/null; dd if=/dev/zero of=giant bs=1M count=20 2>/dev/null; exit $?';
    const done = await run(tmp.path, script, { fileMb: 4 });
    for (const name of ['sparse', 'giant'])
      assert.ok(
        (statSync(join(tmp.path, name), { throwIfNoEntry: false })?.size ?? 0) <= 4 * 1024 * 1024,
        name,
      );
    assert.match(done.stderr, /larger than 4 MB .*sandbox\.limits\.file_mb/);
  });

  test('a program that opens files without end runs out of them alone', async () => {
    await using tmp = await tmpdir();
    const script = `"${process.execPath}" -e 'const fs = require("node:fs"); try { for (;;) fs.openSync("/dev/null") } catch (e) { console.log(e.code) } try { fs.writeFileSync("/dev/shm/x", Buffer.alloc(1200e6)) } catch (e) { console.log(e.code) }'`;
    const done = await run(tmp.path, script, { fileMb: 64 });
    assert.match(done.stdout.toString(), /EMFILE/);
  });
});

describe('a program that does not want to end', { skip }, () => {
  for (const [how, script] of [
    ['ignores every signal', `trap '' INT TERM HUP QUIT USR1; echo on > ready; while :; do sleep NAME; done`],
    [
      'leaves its session and its parent',
      '(setsid sh -c "sleep NAME" &) ; (env -i setsid setsid sleep NAME &); echo on > ready; sleep NAME',
    ],
    ['stops itself', '(sleep NAME; :) & kill -STOP $!; echo on > ready; kill -STOP $$; sleep NAME'],
    ['waits for a pipe that nobody opens', 'mkfifo p; echo on > ready; cat p & sleep NAME & cat p'],
    [
      'starts itself again and again',
      'f() { (setsid sh -c "sleep NAME" &); }; echo on > ready; while :; do f; sleep 0.01; done',
    ],
  ] as const)
    test(`is gone at once when it ${how}`, async () => {
      await using tmp = await tmpdir();
      const name = `77${process.pid}`;
      const done = await run(tmp.path, script.replaceAll('NAME', name), { processes: 256 }, 1_500);
      assert.equal(done.timedOut, true);
      assert.equal(readFileSync(join(tmp.path, 'ready'), 'utf8'), 'on\n');
      assert.deepEqual(
        commandLines().filter((line) => line.includes(`sleep ${name}`)),
        [],
      );
    });
});
