import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from './command.ts';
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

test('a value that the tree refuses is a usage error before the command is loaded', async () => {
  for (const [words, said] of [
    [['demo', '--port', 'x'], /--port takes a whole number from 1 to 65535, not "x"/],
    [['demo', '--port', '0'], /--port takes a whole number from 1 to 65535, not "0"/],
    [['demo', '--agent=gpt'], /--agent takes scripted \| claude \| codex \| gemini, not "gpt"/],
    [['forge', 'serve', '--port', '65536'], /from 0 to 65535/],
    [['costs', '--by', 'weather'], /--by takes day \| repo/],
  ] as const) {
    let err = '';
    const io = { color: false, out: () => {}, err: (text: string) => (err += text) } as unknown as Io;
    const loadless = withoutLoading(TREE);
    assert.equal(await runCommand(loadless, words, io, new AbortController().signal), 2, words.join(' '));
    assert.match(err, said);
  }
});

/** The same tree, whose commands cannot be loaded. */
function withoutLoading(command: Command): Command {
  return {
    ...command,
    ...(command.load === undefined ? {} : { load: () => Promise.reject(new Error('loaded')) }),
    children: (command.children ?? []).map(withoutLoading),
  };
}
