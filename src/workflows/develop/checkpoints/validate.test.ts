import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testHost } from '../../../../test/support/host.ts';
import { commandLines } from '../../../../test/support/processes.ts';
import { tmpdir } from '../../../../test/support/tmpdir.ts';
import { processIsolation } from '../../../host/sandbox/process-isolation.ts';
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
  const missing = await validate(host, tmp.path, { command: './no-such-program-here' });
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

const skip = (await processIsolation(host.processes, host.env)) === 'tree' && 'cannot be promised by looking';

test('nothing a validation started outlives it, whether it ends or takes too long', { skip }, async () => {
  await using tmp = await tmpdir();
  const name = `1731.${process.pid}`;
  const script = `(env -i setsid sleep ${name}1 &) ; setsid sleep ${name}2 &`;
  writeFileSync(join(tmp.path, 'ends.sh'), `#!/bin/sh\n${script} sleep 0.1; echo said\n`, { mode: 0o755 });
  writeFileSync(join(tmp.path, 'stays.sh'), `#!/bin/sh\n${script} wait; sleep 60\n`, { mode: 0o755 });
  const left = () => commandLines().filter((line) => line.startsWith(`sleep ${name}`));
  const ended = await validate(host, tmp.path, { command: ['./ends.sh'] });
  assert.equal(ended.output, 'said');
  assert.deepEqual(left(), []);
  const slow = await validate(host, tmp.path, { command: './stays.sh' }, { timeoutMs: 300 });
  assert.match(slow.output, /took too long/);
  assert.deepEqual(left(), []);
});

test('a command that a model names is a tool or a script of the project, or is not run', async () => {
  await using tmp = await tmpdir();
  await using other = await tmpdir();
  const evil = join(other.path, 'evil.sh');
  writeFileSync(evil, '#!/bin/sh\necho ran\n', { mode: 0o755 });
  symlinkSync(evil, join(tmp.path, 'link.sh'));
  writeFileSync(join(tmp.path, 'check.sh'), '#!/bin/sh\necho ran\n', { mode: 0o755 });
  const run = (command: string[], checks: string[][] = []) =>
    validate(host, tmp.path, { command }, { checks });
  for (const command of [
    [evil],
    ['../../../../bin/sh', '-c', 'echo ran'],
    ['./link.sh'],
    ['sh', '-c', 'echo ran'],
    ['curl', 'x'],
    ['make', '-f', evil],
  ]) {
    const done = await run(command);
    assert.deepEqual([done.ok, done.failure], [false, 'ENV_ISSUE'], command.join(' '));
    assert.match(done.output, /autodev does not run this/);
  }
  assert.equal((await run(['./check.sh'])).output, 'ran');
  assert.equal((await run(['sh', '-c', 'echo ran'], [['sh', '-c', 'echo ran']])).output, 'ran');
  writeFileSync(join(tmp.path, 'package.json'), '{}');
  assert.equal((await run(['node', '-e', 'console.log("ran")'])).output, 'ran');
});
