import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { aliveSince, processStart } from './liveness.ts';
import { isAlive, startOf } from './quick-files.ts';

describe('a process', { skip: existsSync('/proc/self/stat') ? false : 'there is no /proc' }, () => {
  test('that lives is alive, and never the later one of its pid', async () => {
    const started = await processStart(process.pid);
    assert.equal(await aliveSince(process.pid, started), true);
    assert.equal(await aliveSince(process.pid, `${started}0`), false);
  });

  test('that ended is dead also while nobody has collected it', async () => {
    // The shell starts a child that waits for a line, and then becomes a program that collects no children.
    const parent = spawn('sh', ['-c', 'exec 3<&0; (read -r _ <&3) & echo $!; exec sleep 60'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    try {
      const [said] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(said.toString());
      const [started, quick] = [await processStart(pid), startOf(pid)];
      assert.equal(await aliveSince(pid, started), true);
      parent.stdin.write('go\n');
      while (!/\) Z /.test(await readFile(`/proc/${pid}/stat`, 'utf8'))) await sleep(5);
      assert.equal(await aliveSince(pid, started), false);
      assert.equal(isAlive(pid, quick), false);
    } finally {
      parent.kill('SIGKILL');
      await once(parent, 'exit');
    }
  });
});
