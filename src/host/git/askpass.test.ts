import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { withAskpass } from './askpass.ts';

test('the program that git asks is new for each command, private, and gone afterwards', async () => {
  const login = { username: 'u', token: 't' };
  const used: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    await withAskpass(login, async (env) => {
      const program = env['GIT_ASKPASS'] as string;
      used.push(program);
      assert.equal(statSync(program).mode & 0o777, 0o700);
      assert.equal(statSync(dirname(program)).mode & 0o777, 0o700);
      assert.equal(execFileSync(program, ['Username for forge:'], { env }).toString(), 'u\n');
      assert.equal(execFileSync(program, ['Password for forge:'], { env }).toString(), 't\n');
    });
  }
  assert.notEqual(used[0], used[1]);
  assert.deepEqual(
    used.filter((path) => existsSync(dirname(path))),
    [],
  );
});

test('a command without a login gets no program and no token', async () => {
  assert.deepEqual(await withAskpass(undefined, async (env) => env), {});
});
