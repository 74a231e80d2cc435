import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { aliveSince, processStart } from './liveness.ts';
import { isAlive, startOf } from '../fs/quick-files.ts';

describe('whether a process is alive', () => {
  test('this one is, since it started and not since another time', async () => {
    assert.equal(await aliveSince(process.pid, await processStart(process.pid)), true);
    assert.equal(await aliveSince(process.pid, 'another/1'), false);
    assert.equal(isAlive(process.pid, startOf(process.pid)), true);
  });

  test(
    'one that died is not, also while nobody has waited for it',
    { skip: process.platform !== 'linux' },
    async () => {
      // The shell becomes a program that never waits for the child it has.
      const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      try {
        const [text] = (await once(parent.stdout, 'data')) as [Buffer];
        const pid = Number(text.toString());
        const [began, quick] = [await processStart(pid), startOf(pid)];
        assert.equal(await aliveSince(pid, began), true);
        while ((await processStart(pid)) === began) await new Promise((done) => setTimeout(done, 20));
        assert.equal(process.kill(pid, 0), true, 'its entry is still there');
        assert.deepEqual([await aliveSince(pid, began), isAlive(pid, quick)], [false, false]);
      } finally {
        parent.kill('SIGKILL');
      }
    },
  );
});
