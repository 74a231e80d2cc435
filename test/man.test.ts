import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const at = (name: string) => fileURLToPath(new URL(`../docs/${name}`, import.meta.url));

test('the manual page is the one that the tree of commands makes', () => {
  const made = spawnSync(process.execPath, ['--no-warnings', at('man.mjs'), '--print'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(made.status, 0, made.stderr);
  assert.equal(readFileSync(at('autodev.1'), 'utf8'), made.stdout, 'run `node docs/man.mjs`');
});
