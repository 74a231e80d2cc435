import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { commandLines } from '../../../test/support/processes.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { containment } from '../../host/enclose.ts';
import { validate } from './validate.ts';

const host = testHost();
const node = (code: string) => [process.execPath, '-e', code];

test('the exit code, or the text that is expected, decides', async () => {
  await using tmp = await tmpdir();
  const run = (command: string | string[], expected?: string | number) =>
    validate(host, tmp.path, { command, ...(expected === undefined ? {} : { expected }) });
  assert.equal((await run(node('0'))).ok, true);
  assert.equal((await run(node('process.exit(3)'))).ok, false);
  assert.equal((await run(node('process.exit(3)'), 'exit 3')).ok, true);
  assert.equal((await run(node('process.exit(3)'), 3)).ok, true);
  assert.equal((await run(node('console.log("2 passed")'), '2 passed')).ok, true);
  assert.equal((await run(node('console.log("1 passed")'), '2 passed')).ok, false);
});

test('no shell sees the command', async () => {
  await using tmp = await tmpdir();
  writeFileSync(join(tmp.path, 'show.mjs'), 'console.log(process.argv.slice(2).join("|"))');
  const done = await validate(host, tmp.path, {
    command: `${process.execPath} show.mjs '$(touch pwned)' 'a;b'`,
  });
  assert.match(done.output, /\$\(touch pwned\)\|a;b/);
});

test('a missing program, too much output and too much time end in an answer', async () => {
  await using tmp = await tmpdir();
  const missing = await validate(host, tmp.path, { command: 'no-such-program-here' });
  assert.equal(missing.failure, 'ENV_ISSUE');
  const loud = await validate(host, tmp.path, {
    command: node('process.stdout.write("x".repeat(3e6)); process.exitCode = 1'),
  });
  assert.ok(loud.output.length < 10_000);
  const slow = await validate(
    host,
    tmp.path,
    { command: node('setTimeout(() => {}, 60000)') },
    { timeoutMs: 300 },
  );
  assert.match(slow.output, /took too long/);
});

const skip = (await containment(host.processes, host.env)) === 'tree' && 'cannot be promised by looking';

test('nothing a validation started outlives it, whether it ends or takes too long', { skip }, async () => {
  await using tmp = await tmpdir();
  const name = `1731.${process.pid}`;
  const script = `(env -i setsid sleep ${name}1 &) ; setsid sleep ${name}2 &`;
  const left = () => commandLines().filter((line) => line.startsWith(`sleep ${name}`));
  const ended = await validate(host, tmp.path, { command: ['sh', '-c', `${script} sleep 0.1; echo said`] });
  assert.equal(ended.output, 'said');
  assert.deepEqual(left(), []);
  const slow = await validate(
    host,
    tmp.path,
    { command: ['sh', '-c', `${script} wait; sleep 60`] },
    { timeoutMs: 300 },
  );
  assert.match(slow.output, /took too long/);
  assert.deepEqual(left(), []);
});
