import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DEMO_SCRIPT } from '../../src/demo/script.ts';
import { pointTo } from '../support/model/bench.ts';
import { openModel } from '../support/model/model.ts';
import { tmpdir } from '../support/tmpdir.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const claude = join(root, 'test', 'tools', 'node_modules', '.bin', 'claude');

test('the demo comes to the same end with the real claude in place of the scripted agent', async () => {
  await using tmp = await tmpdir();
  await using model = await openModel({ dialect: 'claude', script: DEMO_SCRIPT });
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: tmp.path,
    LANG: 'C.UTF-8',
    AUTODEV_HOME: join(tmp.path, 'autodev'),
    CLAUDE_CONFIG_DIR: join(tmp.path, 'claude'),
    ...pointTo('claude', join(tmp.path, 'claude'), model.url),
  };
  const args = [
    '--no-warnings',
    join(root, 'bin', 'autodev.mjs'),
    'demo',
    '--json',
    '--agent',
    'claude',
    '--command',
    claude,
  ];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  assert.equal(code, 0, err);
  const result = JSON.parse(out) as { ok: boolean; rows: { item: string; sessions: number }[] };
  assert.equal(result.ok, true);
  assert.equal(result.rows.find((row) => row.item === 'issue #4')?.sessions, 3);
  assert.ok(model.calls().length >= 15, 'every session asked the model');
});
