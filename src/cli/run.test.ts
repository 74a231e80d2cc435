import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Io } from './io.ts';
import { runCommand } from './run.ts';
import { TREE } from './tree.ts';

test('a group without a command shows its help and exits 0, with or without --json', async () => {
  for (const words of [[], ['--json'], ['forge'], ['forge', '--json'], ['--help']]) {
    let out = '';
    const io = { color: false, out: (text: string) => (out += text), err: () => {} } as unknown as Io;
    assert.equal(await runCommand(TREE, words, io, new AbortController().signal), 0, words.join(' '));
    assert.match(out, /^Usage$/m, words.join(' '));
  }
});
