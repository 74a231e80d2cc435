import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { lockFile, lockHolder, takeLock } from '../../src/daemon/lock.ts';
import { tmpdir } from '../support/tmpdir.ts';

const TAKER = fileURLToPath(new URL('../support/lock-taker.ts', import.meta.url));
const ROUNDS = 40;

function taker() {
  const child = spawn(process.execPath, ['--no-warnings', TAKER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const hear = async () => String((await lines.next()).value);
  return {
    pid: child.pid,
    hear,
    ask: (line: string) => {
      child.stdin.write(`${line}\n`);
      return hear();
    },
    end: async () => {
      child.stdin.end();
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

describe('the daemon lock between processes', () => {
  test('of six that find a stale lock at the same moment exactly one takes it, every time', async () => {
    await using tmp = await tmpdir();
    const takers = Array.from({ length: 6 }, taker);
    try {
      for (const each of takers) assert.equal(await each.hear(), 'ready');
      for (let round = 0; round < ROUNDS; round += 1) {
        const home = join(tmp.path, String(round));
        await mkdir(home);
        await writeFile(lockFile(home), '4194000 boot/1\n');
        const said = await Promise.all(takers.map((each) => each.ask(home)));
        assert.deepEqual(said.toSorted(), ['lost', 'lost', 'lost', 'lost', 'lost', 'won'], `round ${round}`);
        assert.equal((await lockHolder(home))?.pid, takers[said.indexOf('won')]?.pid);
        await Promise.all(takers.map((each) => each.ask('-')));
        assert.equal(await lockHolder(home), undefined);
      }
    } finally {
      for (const each of takers) await each.end();
    }
  });

  test('a killed holder frees it at once', async () => {
    await using tmp = await tmpdir();
    const holder = taker();
    await holder.hear();
    assert.equal(await holder.ask(tmp.path), 'won');
    await assert.rejects(takeLock(tmp.path), { code: 'already_running' });
    await holder.kill();
    await (await takeLock(tmp.path)).release();
  });
});
