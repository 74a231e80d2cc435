import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { gateFile, root } from '../support/gate.ts';
import { tmpdir } from '../support/tmpdir.ts';

test('the hooks that are checked in are those that src/gate makes: `node bin/hooks.mjs` makes them anew', async () => {
  await using tmp = await tmpdir();
  execFileSync(process.execPath, [join(root, 'bin', 'hooks.mjs'), '--to', tmp.path]);
  const made = readdirSync(tmp.path);
  assert.deepEqual(made.sort(), [
    'develop-phase-gate.cjs',
    'develop-run.cjs',
    'loopback.cjs',
    'session-start.cjs',
    'shell-reader.cjs',
  ]);
  for (const name of made)
    assert.equal(
      readFileSync(join(dirname(gateFile), name), 'utf8'),
      readFileSync(join(tmp.path, name), 'utf8'),
      name,
    );
});
